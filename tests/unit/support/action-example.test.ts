import { expect, test } from "vitest";
import * as route from "~/routes/LeavingMessage/route";
import { useUpstream } from "../../support/upstream";
import { refusalOf, Visitor } from "../../support/visitor";

const sandbox = await useUpstream();
const ENQUIRY = {
  ...{ name: "Ming", areaCode: "86", tel: "13812345678", email: "ming@example.com" },
  ...{ socialType: "WeChat", socialAccount: "ming_86", message: "How do I start?" },
};

test("a refused enquiry preserves what was typed", async () => {
  await sandbox.fail("originClueCollect", { kind: "error", code: "99999", msg: "Busy" });
  const visitor = new Visitor(route, "en_US");
  const response = await refusalOf(await visitor.submit("/LeavingMessage", ENQUIRY));
  expect(response).toMatchObject({ status: 422, values: ENQUIRY });
  expect(await sandbox.calls("originClueCollect")).toBe(1);
});
