import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sandboxedVariables } from "~tools/demo/storefront-process";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { ROOT, textOf } from "../support/deployed";
import { commandsOf, quotedCommand } from "../support/runbook";

const JOURNALD = "/lib/systemd/systemd-journald";
const HAS_SYSTEMD = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** A private journal needs a mount namespace and therefore root. */
const HAS_JOURNAL =
  existsSync(JOURNALD) && spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/run"]).status === 0;

/** Writes the unit with the path of this machine's node, because systemd checks that the program exists. */
function unitFile(): string {
  const path = join(freshFolder("storefront-unit"), "storefront@3001.service");
  const text = textOf("deploy/systemd/storefront@.service").replaceAll("/usr/bin/node", process.execPath);
  writeFileSync(path, text);
  return path;
}

test.skipIf(!HAS_SYSTEMD)("systemd understands every line of the unit", () => {
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", unitFile()], { encoding: "utf8" });
  // Other units of this machine may have errors.
  const messages = stderr.split("\n").filter((line) => line.includes("storefront"));
  expect({ status, messages }).toEqual({ status: 0, messages: [] });
});

test.skipIf(!HAS_SYSTEMD)("systemd rates the unit's exposure as low", () => {
  const report = execFileSync("systemd-analyze", ["security", "--offline=true", "--no-pager", unitFile()], {
    encoding: "utf8",
  });
  const level = Number(/Overall exposure level for .*: ([\d.]+)/.exec(report)?.[1]);
  // A unit without settings has level 10. The rest is due to the network and V8's machine code.
  expect(level).toBeGreaterThan(0);
  expect(level).toBeLessThanOrEqual(2);
});

test.skipIf(!HAS_SYSTEMD)("systemd-sysusers would create the user of the unit", () => {
  const input = textOf("deploy/systemd/storefront.sysusers");
  // The empty root has no users, but this machine may have the user already.
  const options = ["--dry-run", `--root=${freshFolder("sysusers")}`, "-"];
  const { status, stdout, stderr } = spawnSync("systemd-sysusers", options, { input, encoding: "utf8" });
  const [, user = ""] = /^User=(.*)$/m.exec(textOf("deploy/systemd/storefront@.service")) ?? [];
  expect({ status, printed: stdout + stderr }).toEqual({ status: 0, printed: expect.stringContaining(`'${user}'`) });
});

/** Returns a journal in a private `/run`, written by node with these arguments, as read by the commands. */
function readFromJournal(program: string[], commands: string, variables: Record<string, string> = {}): string {
  // systemd sets JOURNAL_STREAM for a service, but systemd-cat does not.
  const service = `export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/$$/fd/1); exec "$@"`;
  const script = `
    mount -t tmpfs tmpfs /run
    mkdir -p /run/systemd/journal /run/log/journal
    ${JOURNALD} >/dev/null 2>&1 &
    trap 'kill $!' EXIT
    until [ -S /run/systemd/journal/stdout ]; do sleep 0.1; done
    systemd-cat -t storefront sh -c '${service}' sh "$@" || echo "ended with $?"
    journalctl --sync
    ${commands}`;
  return execFileSync("unshare", ["-m", "bash", "-euc", script, "bash", process.execPath, ...program], {
    cwd: ROOT,
    encoding: "utf8",
    timeout: 60_000,
    env: {
      ...process.env,
      ...sandboxedVariables({ port: 3000, sandboxUrl: "http://127.0.0.1:9" }),
      PUBLIC_ORIGIN: "https://m.example.com",
      LOG_LEVEL: "info",
      ...variables,
    },
  });
}

/** Returns the arguments of a program that runs these lines with our log. */
const logging = (lines: string): string[] => {
  const program = `
    import { log } from ${JSON.stringify(join(ROOT, "packages/observability/log.ts"))};
    import ${JSON.stringify(join(ROOT, "server/env.ts"))};
    ${lines}`;
  return ["--import", "tsx", "--input-type=module", "--eval", program];
};

/** Returns the runbook's first command, with the syslog identifier instead of the unit, because there is no unit. */
const firstLook = (): string => {
  const command = quotedCommand(/`(journalctl -u 'storefront@\*' [^`]*)`/);
  return `${command.replace("-u 'storefront@*'", "-t storefront")} -o cat --no-pager`;
};

test.skipIf(!HAS_JOURNAL)("the runbook's first command finds warnings and errors, but no requests", () => {
  const output = readFromJournal(
    logging(`log().info("request"); log().warn("slow"); log().error("failed");`),
    firstLook(),
  );
  const lines = output.trim().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(["slow", "failed"]);
});

test.skipIf(!HAS_JOURNAL)("the runbook's first command finds why an instance cannot start", () => {
  const output = readFromJournal(["build/server/index.js"], firstLook(), { UPSTREAM_URL: "platform.example.com" });
  expect(output).toMatch(/^ended with 1\n/);
  expect(output).toContain("\n  UPSTREAM_URL: must be an http or https address\n");
});

test.skipIf(!HAS_JOURNAL)("the runbook's command finds purchases without a known outcome", () => {
  const command = quotedCommand(/`(journalctl [^`]*outcome[^`]*)`/);
  const output = readFromJournal(
    logging(`log().info({ outcome: "paid" }, "purchase"); log().warn({ quote: "1", outcome: "unknown" }, "purchase");`),
    command.replace("-u 'storefront@*'", "-t storefront"),
  );
  expect(JSON.parse(output)).toMatchObject({ msg: "purchase", quote: "1", outcome: "unknown" });
});

test.skipIf(!HAS_JOURNAL)("the runbook's command counts networks in HAProxy's journal entries", () => {
  const command =
    commandsOf("Refusing an address")
      .find((one) => one.includes("journalctl "))
      ?.trim() ?? "";
  const line = (network: string) => `console.log('{"requestId":"a","network":"${network}","method":"GET"}');`;
  const output = readFromJournal(
    logging(line("203.0.113.0") + line("198.51.100.0") + line("203.0.113.0")),
    command.replace("-u haproxy", "-t storefront"),
  );
  expect(output.trim().split(/\s*\n\s*/)).toEqual(['2 "network":"203.0.113.0"', '1 "network":"198.51.100.0"']);
});
