import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { alerts, ROOT, textOf, yamlOf } from "../../support/deployed";
import { OPERATORS_GUIDE, carryOut, commandsOf, quotedCommand } from "../../support/runbook";

/** The log messages and commands in docs/operate exist. */

/** The text for operators during an alert, without blocks of commands. */
const atNight = textOf("docs/operate/alerts.md").replace(/^```[^]*?^```$/gm, "");

/** The texts in backticks, each on one line. */
const quoted = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replace(/\s+/g, " "));

/** Commands that begin with one of these may consist of plain words. */
const PROGRAMS = new Set(["docker", "kubectl", "npm", "systemctl"]);

const source = ["server", "packages", "app"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes("test") && !path.includes("node_modules"))
      .map((path) => readFileSync(join(ROOT, folder, path), "utf8")),
  )
  .join("\n");

test("the storefront logs every message that the runbook refers to", () => {
  const messages = quoted(atNight)
    .map((text) => text.replace(/: …$/, ""))
    .filter((text) => /^[a-z]+(?:,? [a-z]+)+$/.test(text) && !PROGRAMS.has(text.split(" ")[0] ?? ""));
  expect(messages.length).toBeGreaterThan(12);
  const unknown = messages.filter((message) => !source.includes(`"${message}`) && !source.includes(`\`${message}`));
  expect(unknown).toEqual([]);
});

test("each npm command in the operators' documents is in package.json", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const named = [...OPERATORS_GUIDE.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name = ""]) => name);
  expect(named).toContain("purchases");
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("the build command of the image names its file, and passes commit and commit time", () => {
  const [build = ""] = commandsOf("Container");
  const words = carryOut(`cd '${ROOT}'\ndocker() { printf '%s\\n' "$@"; }\n${build}`, {}).trim().split("\n");
  expect(words.slice(0, 6)).toEqual(["build", "-f", "deploy/container/Dockerfile", "-t", "storefront", "--build-arg"]);
  const dockerfile = textOf("deploy/container/Dockerfile");
  const given = words.flatMap((word, n) => (words[n - 1] === "--build-arg" ? [word.split("=")] : []));
  expect(given.filter(([name = "", value = ""]) => !dockerfile.includes(`\nARG ${name}=`) || value === "")).toEqual([]);
  expect(given.map(([name]) => name)).toEqual(["COMMIT", "SOURCE_DATE_EPOCH"]);
});

test("the unit is installed where systemd looks, and existing variables are kept", () => {
  const [, install = ""] = commandsOf("systemd");
  const machine = freshFolder("runbook-systemd");
  const places = { "/opt/storefront/current": ROOT, "/usr/lib/": `${machine}/`, "/etc/": `${machine}/` };
  const run = () => carryOut(`systemd-sysusers() { :; }\n${install}`, places);
  run();
  const made = readdirSync(machine, { recursive: true, encoding: "utf8" }).filter((path) => path.includes("."));
  expect(made.sort()).toEqual([
    "storefront/storefront.env",
    "systemd/system/storefront@.service",
    "sysusers.d",
    "sysusers.d/storefront.conf",
  ]);
  const variables = join(machine, "storefront/storefront.env");
  expect(statSync(variables).mode & 0o777).toBe(0o600);
  const unit = readFileSync(join(machine, "systemd/system/storefront@.service"), "utf8");
  expect(unit).toContain("\nEnvironmentFile=/etc/storefront/storefront.env\n");
  writeFileSync(variables, "SESSION_SECRET=mine\n");
  run();
  expect(readFileSync(variables, "utf8")).toBe("SESSION_SECRET=mine\n");
  rmSync(machine, { recursive: true });
});

test("each section with commands has a test that runs or checks them", () => {
  const sections = OPERATORS_GUIDE.split(/^(?=#+ )/m)
    .filter((section) => section.includes("```bash"))
    .map((section) => /^#+ (.*)/.exec(section)?.[1] ?? "");
  expect(sections).toContain("Backup");
  // The tests read only `bash` blocks for commands; the other kinds are examples of files.
  const kinds = [...OPERATORS_GUIDE.matchAll(/^ *```(.+)$/gm)].map(([, kind = ""]) => kind);
  expect(kinds).toHaveLength(OPERATORS_GUIDE.match(/^ *```$/gm)?.length ?? 0);
  expect(kinds.filter((kind) => !["bash", "css", "json", "markdown"].includes(kind))).toEqual([]);
  const tests = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.ts$/.test(path) && !path.includes("node_modules"))
    .map((path) => readFileSync(join(ROOT, "tests", path), "utf8"))
    .filter(
      (text) => text.includes("support/runbook") || text.includes("rolling-restart") || text.includes("./runbook"),
    )
    .join("\n");
  expect(sections.filter((section) => !tests.includes(`("${section}"`))).toEqual([]);
});

test("HAProxy's certificate is where its configuration expects it, readable only by root", () => {
  const command = quotedCommand(/`(cat fullchain\.pem [^`]*haproxy\/site\.pem)`/);
  const machine = freshFolder("runbook-certificate");
  for (const name of ["fullchain.pem", "privkey.pem"]) writeFileSync(join(machine, name), `${name}\n`);
  carryOut(`cd '${machine}'\n${command}`, { "/etc/haproxy": machine });
  expect(readFileSync(join(machine, "site.pem"), "utf8")).toBe("fullchain.pem\nprivkey.pem\n");
  expect(statSync(join(machine, "site.pem")).mode & 0o777).toBe(0o600);
  expect(textOf("deploy/haproxy/haproxy.env.example")).toContain("\nCERTIFICATE=/etc/haproxy/site.pem\n");
  rmSync(machine, { recursive: true });
});

test("the command that counts purchases uses the unit's metrics ports", () => {
  const command = quotedCommand(/`(curl [^`|]*\| grep \^storefront_purchases_total)`/);
  const instances = quotedCommand(/`systemctl enable --now ([^`]*)`/);
  const ports = instances.replaceAll("storefront@", "").split(" ");
  expect(textOf("deploy/systemd/storefront@.service")).toContain("\nEnvironment=METRICS_PORT=1%i\n");
  expect(command.match(/http:\S+/g)).toEqual(ports.map((port) => `http://127.0.0.1:1${port}/metrics`));
});

test("the alerts document begins with the alerts that wake somebody", () => {
  const [, named = ""] = /^These page whoever is on call \(`page`\): ([^.]*)\./m.exec(atNight) ?? [];
  const pages = alerts().filter(({ labels }) => labels.severity === "page");
  expect(named.split(/,\s+/).sort()).toEqual(pages.map(({ alert }) => alert).sort());
});

test("a modified Node is not accepted", () => {
  const check = quotedCommand(/`(grep [^`]*SHASUMS256\.txt [^`]*)`/);
  const folder = freshFolder("runbook-node");
  const archive = join(folder, "node-v24.0.0-linux-x64.tar.xz");
  writeFileSync(archive, "node");
  carryOut(`cd '${folder}'\nsha256sum *.xz > SHASUMS256.txt\necho '0  node-v24.0.0.pkg' >> SHASUMS256.txt`, {});
  expect(carryOut(`cd '${folder}'\n${check}`, {})).toContain(": OK\n");
  writeFileSync(archive, "another");
  expect(() => carryOut(`exec 2>/dev/null\ncd '${folder}'\n${check}`, {})).toThrow();
  rmSync(folder, { recursive: true });
});

test("a rollback links the release like the installation, and a command shows the differences between two releases", () => {
  const [install = ""] = commandsOf("systemd");
  expect(install).toContain(`\n${quotedCommand(/`(ln -sfn [^`]*)`/)}\n`);
  const [, compare = ""] = commandsOf("Upgrade and go back");
  const folder = freshFolder("runbook-releases");
  for (const [name, text] of Object.entries({ earlier: "a", now: "b" })) {
    mkdirSync(join(folder, name, "deploy"), { recursive: true });
    writeFileSync(join(folder, name, "deploy/haproxy.cfg"), `${text}\n`);
  }
  const places = {
    "/opt/storefront/storefront-…": join(folder, "earlier"),
    "/opt/storefront/current": join(folder, "now"),
  };
  expect(carryOut(`${compare.trim()} || true`, places)).toContain("\n< a\n---\n> b\n");
  rmSync(folder, { recursive: true });
});

test("the commands for compose and Kubernetes use the names in the files", () => {
  const { services } = yamlOf("deploy/compose/compose.yaml") as { services: Record<string, object> };
  const [, file = "", service = ""] =
    /^docker compose -f (\S+) kill -s HUP (\S+)$/.exec(quotedCommand(/`(docker compose [^`]*HUP[^`]*)`/)) ?? [];
  expect({ file, isThere: service in services }).toEqual({ file: "deploy/compose/compose.yaml", isThere: true });
  const upgraded = textOf(file).match(/\bstorefront-\d(?=, wait|$)/gm) ?? [];
  expect(upgraded).toEqual(Object.keys(services).filter((name) => name.startsWith("storefront-")));
  const words = quotedCommand(/`(kubectl [^`]*rollout[^`]*)`/).split(/\s+/);
  expect(words).toEqual(["kubectl", "-n", "storefront", "rollout", "restart", "deployment/storefront"]);
  expect(textOf("deploy/kubernetes/base/deployment.yaml")).toMatch(/^kind: Deployment\nmetadata:\s+name: storefront$/m);
});

test("Node accepts the option for a platform with several addresses", () => {
  const option = quotedCommand(/`(NODE_OPTIONS=--network[^`]*)`/);
  expect(carryOut(`${option} '${process.execPath}' -p 1`, {})).toBe("1\n");
});

test.skipIf(spawnSync("openssl", ["version"]).status !== 0)("the documented command makes a long enough secret", () => {
  expect(carryOut(quotedCommand(/`(openssl rand [^`]*)`/), {}).trim().length).toBeGreaterThanOrEqual(32);
});

test("a command finds the process that holds the store's file", () => {
  const folder = freshFolder("runbook-holder");
  const file = openSync(join(folder, "storefront.db"), "w");
  const held = carryOut(`${quotedCommand(/`(find \/proc[^`]*)`/)} 2>/dev/null || true`, {});
  expect(held).toContain(`/proc/${process.pid}/fd/${file}\n`);
  closeSync(file);
  rmSync(folder, { recursive: true });
});

test("nginx's certificate and key are where it expects them, and only root can read the key", () => {
  const commands = [...OPERATORS_GUIDE.matchAll(/`(install [^`]*\/etc\/ssl\/storefront\/[^`]*)`/g)].map(
    ([, one = ""]) => one,
  );
  const machine = freshFolder("runbook-certificate");
  for (const name of ["fullchain.pem", "privkey.pem"]) writeFileSync(join(machine, name), name);
  carryOut([`cd '${machine}'`, ...commands].join("\n"), { "/etc/ssl": machine });
  const places = [...textOf("deploy/nginx/storefront.conf").matchAll(/ssl_certificate(?:_key)? \/etc\/ssl(.*);/g)];
  const [certificate, key] = places.map(([, place = ""]) => join(machine, place));
  expect(readFileSync(certificate ?? "", "utf8")).toBe("fullchain.pem");
  expect(readFileSync(key ?? "", "utf8")).toBe("privkey.pem");
  expect(statSync(key ?? "").mode & 0o777).toBe(0o600);
  rmSync(machine, { recursive: true });
});

test("the firewall of the Redis machines admits each of them", () => {
  const openPorts = commandsOf("Redis with Sentinels").find((block) => block.includes("nftables")) ?? "";
  const machines = quotedCommand(/`REDIS_URL=redis-sentinel:[^@]*@([^/]*)\//);
  const admitted = /\{ 6379, 26379 \} ip saddr \{ (.*) \} accept/.exec(openPorts)?.[1]?.split(", ");
  expect(admitted).toEqual(expect.arrayContaining(machines.split(",")));
});

test.skipIf(spawnSync("sqlite3", ["--version"]).status !== 0)("no other user can read a backup of the file", () => {
  const [backUp = ""] = commandsOf("Backup");
  const machine = freshFolder("runbook-backup");
  const store = join(machine, "storefront.db");
  carryOut(`umask 022; sqlite3 ${store} "create table entries (key)"\n${backUp}`, {
    "/var/lib/storefront": machine,
    "/var/backups/storefront.db": `${machine}/backup.db`,
    "/etc/cron.hourly": machine,
  });
  expect(statSync(join(machine, "backup.db")).mode & 0o777).toBe(0o600);
  carryOut(`cd '${machine}'\n${quotedCommand(/`(sqlite3 [^`]*)`/)}\nsqlite3 copy.db 'select * from entries'`, {});
  expect(statSync(join(machine, "storefront")).mode & 0o777, "cron's file, which contains a password with Redis").toBe(
    0o700,
  );
  rmSync(machine, { recursive: true });
});
