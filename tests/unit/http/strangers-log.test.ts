import { expect, onTestFinished, test } from "vitest";
import { createLog, setLog } from "@storefront/observability/log";
import * as notices from "~/routes/Notice/route";
import * as login from "~/routes/Login.($account)/route";
import { setEnv } from "../../support/environment";
import { shop } from "../../support/documents";
import { useUpstream } from "../../support/upstream";
import { ask, openStorefront, ORIGIN, post } from "../../support/test-storefront";

/** A stranger's odd request is not our error, so it must not cause an alert. */

await useUpstream();

const READS = [
  ...["/Notice?_data=nothing", "/Notice?_data=", "/Notice?_data=Login%2F%3Aaccount%3F", "/Notice?_data=__proto__"],
  ...["/Notice?_data=root&_data=Notice", "/Notice?index", "/nowhere?_data=root", "/nowhere", "/Notice?page=-1"],
];
const POSTS = ["/Notice", "/Notice?_data=Notice", "/nowhere", "/Login", "/Login?index", "/Login?_data=nothing"];
const HEADERS = [
  { Range: "bytes=0-1" },
  { Expect: "100-continue" },
  { "If-Modified-Since": "garbage" },
  { Cookie: "utoken=x; flow=y; flash=z; ulan=; steps=[" },
  { "X-Forwarded-For": "garbage", Forwarded: "for=x" },
];

test("no request of a stranger is logged above info", async () => {
  setEnv({ PUBLIC_ORIGIN: ORIGIN });
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  setLog(() => log);
  onTestFinished(() => setLog(() => createLog("silent")));
  const { app, options } = shop({ Notice: notices, "Login/:account?": login });
  const { port } = await openStorefront({ app }, { ...options, log });
  for (const method of ["GET", "HEAD"]) for (const path of READS) await ask(port, path, { method });
  for (const path of POSTS) expect((await post(port, path)).status, path).toBeGreaterThanOrEqual(400);
  for (const headers of HEADERS) await ask(port, "/Notice", { headers });
  expect(lines.length).toBeGreaterThanOrEqual(2 * READS.length + POSTS.length + HEADERS.length);
  expect(lines.filter((line) => (JSON.parse(line) as { level: string }).level !== "info")).toEqual([]);
});
