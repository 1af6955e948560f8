import { EventEmitter } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { guarded, reportThrown } from "./guarded";

function reported(): unknown[] {
  const errors: unknown[] = [];
  onTestFinished(reportThrown((error) => errors.push(error)));
  return errors;
}

test("an error thrown by a listener is reported and does not reach the emitter", () => {
  const errors = reported();
  const emitter = new EventEmitter();
  const fault = new TypeError("broken");
  emitter.on(
    "data",
    guarded(() => {
      throw fault;
    }),
  );
  emitter.emit("data");
  expect(errors).toEqual([fault]);
});

test("a rejected promise of an async listener is handled like an exception", async () => {
  const errors = reported();
  const fault = new TypeError("broken");
  guarded(() => Promise.reject(fault))();
  await Promise.resolve();
  expect(errors).toEqual([fault]);
});

test("onThrow gets the error, and an error in onThrow is reported", () => {
  const errors = reported();
  const fault = new TypeError("first");
  const second = new TypeError("second");
  const given: unknown[] = [];
  guarded(
    () => {
      throw fault;
    },
    (error) => {
      given.push(error);
      throw second;
    },
  )();
  expect(given).toEqual([fault]);
  expect(errors).toEqual([second]);
});
