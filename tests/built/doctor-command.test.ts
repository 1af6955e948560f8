import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { startSandbox } from "@storefront/sandbox/start";
import { DEMO_ACCOUNTS } from "@storefront/sandbox/seed";
import { reportSchema } from "~tools/doctor/report";
import { SERVER_BUILD } from "../support/built";
import { findNode, RUNTIME_NODE } from "../support/provision";
import { sampleOf } from "@storefront/test-support/sample";
import { carryOutMeanwhile, commandsOf } from "../support/runbook";

/** `npm run doctor` as a command of the build (docs/operate/install.md), in a process without variables. */

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

async function doctor(args: readonly string[], typed: string, node = process.execPath) {
  const child = spawn(node, [SERVER_BUILD, "doctor", ...args], {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production" },
  });
  child.stdin.end(typed);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [printed, asked] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, printed, asked };
}

/** The container's Node is included because it reports closed pipes differently. */
const NODES = { "this Node": process.execPath, [`Node ${RUNTIME_NODE}`]: findNode(RUNTIME_NODE) };

test.each(sampleOf(Object.entries(NODES), 2, 1))(
  "on %s it signs in with piped input, prints only JSON, and exits",
  async (_, node) => {
    const [{ email, password }] = DEMO_ACCOUNTS;
    const typed = `${email}\n${password}\n${await sandbox.code(email, "google")}\n`;
    const { code, printed, asked } = await doctor([sandbox.url, "--json"], typed, node);
    expect(reportSchema.parse(JSON.parse(printed))).toMatchObject({ exitCode: 0, signedIn: true });
    expect([code, asked.includes("Account"), asked.includes(password)]).toEqual([0, true, false]);
  },
);

test("without an account the command from the operator's guide reads public data", async () => {
  const [command = ""] = commandsOf("Doctor");
  const printed = await carryOutMeanwhile(`export NODE_ENV=production\necho | ${command}`, {
    "https://platform.example.com": sandbox.url,
  });
  expect(printed).toContain("Account reads were skipped.");
});

test("its exit code distinguishes an unreachable upstream from a usage error", async () => {
  const gone = await doctor(["http://127.0.0.1:9"], "");
  expect([gone.code, gone.asked]).toEqual([2, ""]);
  expect(await doctor(["--help"], "")).toMatchObject({
    code: 1,
    asked: expect.stringContaining("usage: npm run doctor"),
  });
});
