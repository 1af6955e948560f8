import { expect, test } from "vitest";
import * as route from "~/routes/LeavingMessage/route";
import { useUpstream } from "../../support/upstream";
import { refusalOf, Visitor } from "../../support/visitor";
import { validEnquiry } from "../../support/valid-forms";

const sandbox = await useUpstream();
const ENQUIRY = validEnquiry();

test("a rejected enquiry keeps the input", async () => {
  await sandbox.fail("originClueCollect", { kind: "error", code: "99999", msg: "Busy" });
  const visitor = new Visitor(route, "en_US");
  const response = await refusalOf(await visitor.submit("/LeavingMessage", ENQUIRY));
  expect(response).toMatchObject({ status: 422, values: ENQUIRY });
  expect(await sandbox.calls("originClueCollect")).toBe(1);
});
