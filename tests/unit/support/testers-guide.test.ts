import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as route from "~/routes/LeavingMessage/route";
import { FAULT_KINDS } from "@storefront/sandbox/faults";
import { useUpstream } from "../../support/upstream";
import { refusalOf, Visitor } from "../../support/visitor";

/** The part of docs/testing.md for testers: its example runs, and its lists are complete. */

const guide = readFileSync(new URL("../../../docs/testing.md", import.meta.url), "utf8");
const between = (first: string, last: string) => guide.slice(guide.indexOf(first), guide.indexOf(last));

const sandbox = await useUpstream();
const ENQUIRY = {
  ...{ name: "Ming", areaCode: "86", tel: "13812345678", email: "ming@example.com" },
  ...{ socialType: "WeChat", socialAccount: "ming_86", message: "How do I start?" },
};

test("an action test in five lines: a refused enquiry preserves what was typed", async () => {
  await sandbox.fail("originClueCollect", { kind: "error", code: "99999", msg: "Busy" });
  const visitor = new Visitor(route, "en_US");
  const response = await refusalOf(await visitor.submit("/LeavingMessage", ENQUIRY));
  expect(response).toMatchObject({ status: 422, values: ENQUIRY });
  expect(await sandbox.calls("originClueCollect")).toBe(1);
});

test("the example of the guide is the test above", () => {
  const source = readFileSync(new URL(import.meta.url), "utf8");
  const example = between("### An action test in five lines", "### Every fault by name");
  const [, body = ""] = /```ts\n([\s\S]*?)```/.exec(example) ?? [];
  expect(body.length).toBeGreaterThan(200);
  const lines = (text: string) => text.trim().replace(/^ +/gm, "");
  expect(lines(source)).toContain(lines(body));
});

test("every fault is in the guide, and no other", () => {
  const table = between("### Every fault by name", "### What else the sandbox can be told");
  expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, kind]) => kind)).toEqual([...FAULT_KINDS]);
});

test("every function of the sandbox's control is in the guide, with its address", () => {
  const list = between("### What else the sandbox can be told", "## Tests that take long");
  const named = [...list.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
  const control = readFileSync(new URL("../../../packages/sandbox/control.ts", import.meta.url), "utf8");
  const [, members = ""] = /export interface Control \{([\s\S]*?)\n\}/.exec(control) ?? [];
  expect(named).toEqual([...members.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name));
  const http = readFileSync(new URL("../../../packages/sandbox/control-http.ts", import.meta.url), "utf8");
  const [, endpoints = ""] = /ENDPOINTS[^=]*= \{([\s\S]*?)\n\};/.exec(http) ?? [];
  const known = [...endpoints.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => `/sandbox/${name}`);
  expect(known.length).toBeGreaterThan(8);
  for (const address of known) expect(list).toContain(`\`${address}\``);
});
