import { Script } from "node:vm";
import { expect, test } from "vitest";
import { useSandbox } from "./sandbox";

const sandbox = await useSandbox({ eachTest: "faults" });
const ask = async (path: string) => {
  const response = await fetch(sandbox.url + path);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};

/** Returns the value of a JSONP response. */
const called = (text: string, name: string): unknown => JSON.parse(text.slice(name.length + 1, -1));

test.each(["/widgets/slider.js", "/static/js/fullpage.9.1.9.js", "/static/js/geetest.6.0.9.js"])(
  "the stand-in %s is a script that any page may run",
  async (path) => {
    const { status, type, text } = await ask(path);
    expect(status).toBe(200);
    expect(type).toBe("text/javascript; charset=utf-8");
    expect(text).toContain("use strict");
    // This checks that the script parses.
    expect(() => new Script(text)).not.toThrow();
  },
);

test("the challenge server returns the type and its static files as JSONP", async () => {
  const { text } = await ask("/gettype.php?gt=abc&callback=geetest_1");
  expect(called(text, "geetest_1")).toMatchObject({
    status: "success",
    data: {
      type: "fullpage",
      fullpage: "/static/js/fullpage.9.1.9.js",
      static_servers: [`${new URL(sandbox.url).host}/`],
    },
  });
});

test("the challenge server reports whether the visitor passed, the same for the same challenge", async () => {
  const validate = async (challenge: string) =>
    (
      called((await ask(`/ajax.php?challenge=${challenge}&callback=geetest_2`)).text, "geetest_2") as {
        validate: string;
      }
    ).validate;
  expect(await validate("one")).toMatch(/^[\da-f]{32}$/);
  expect(await validate("one")).toBe(await validate("one"));
  expect(await validate("one")).not.toBe(await validate("two"));
});

test.each(["", "?callback=", "?callback=alert(1)//", "?callback=a%3Cscript%3E", `?callback=${"a".repeat(65)}`])(
  "JSONP accepts only a plain function name: %s",
  async (query) => {
    expect(await ask(`/gettype.php${query}`)).toMatchObject({ status: 400, text: "" });
  },
);

test("the monitor accepts reports", async () => {
  const response = await fetch(`${sandbox.url}/monitor/send?error_code=508`, { method: "POST" });
  expect(response.status).toBe(200);
});
