import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startSandbox } from "@storefront/sandbox/start";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { freePort, sandboxedVariables } from "~tools/demo/storefront-process";
import { OPERATORS_GUIDE, carryOut, commandsOf, quotedCommand } from "../support/runbook";
import { bin, ROOT } from "../support/steps";
import { findNode } from "../support/provision";
import { startProgram } from "../support/proxied";

/** `npm run release` makes reproducible archives that can run. */

const BUILDS_DEADLINE_MS = 20 * 60_000;
/** The folders of two releases of one commit. */
const releases = [freshFolder("storefront-release"), freshFolder("storefront-release")] as const;
const unpacked = freshFolder("storefront-opt");
const namesIn = (folder: string) => readdirSync(folder).sort();
let name = "";
let opt = "";

/** Unpacks the release in a folder with the commands of docs/operate/install.md. */
function unpack(folder: string): void {
  const commands = commandsOf("systemd").find((block) => block.includes("sha256sum")) ?? "";
  carryOut(`cd '${folder}'\n${commands}`, { "storefront-…": name, "/opt/storefront": unpacked });
}

beforeAll(async () => {
  for (const folder of releases) {
    await promisify(execFile)(bin("tsx"), ["tools/release/release.ts", folder], { cwd: ROOT });
  }
  const [archive = ""] = namesIn(releases[0]).filter((name) => name.endsWith(".tar.gz"));
  name = archive.replace(".tar.gz", "");
  unpack(releases[0]);
  opt = realpathSync(join(unpacked, "current"));
}, BUILDS_DEADLINE_MS);

test("two releases of one commit are identical, and their digests are correct", () => {
  const bytes = (folder: string) =>
    namesIn(folder).map((name) => ({
      name,
      sha256: createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    }));
  const [one, other] = releases.map(bytes);
  expect(one).toEqual(other);
  const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
  expect(one?.map(({ name }) => name)).toEqual([
    ...["SHA256SUMS", "release-notes.md", "sbom.cdx.json", `storefront-0.1.0-${commit}.tar.gz`],
  ]);
  execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: releases[0] });
  const check = quotedCommand(/`(sha256sum [^`]*)` in the folder `release`/);
  expect(carryOut(`cd '${releases[0]}'\n${check}`, {})).toContain(`storefront-0.1.0-${commit}.tar.gz: OK\n`);
});

test("an unpacked release needs only node to run", async ({ onTestFinished }) => {
  expect(namesIn(opt)).toEqual([
    ...[".env.example", "CHANGELOG.md", "build", "deploy", "docs"],
    ...["licences.txt", "node_modules", "package.json", "sbom.cdx.json"],
  ]);
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const port = await freePort(46_100);
  const env = {
    ...sandboxedVariables({ port, sandboxUrl: sandbox.url }),
    DATA_DIR: freshFolder("storefront-opt-data"),
  };
  const command = `cd '${opt}' && exec '${process.execPath}' --max-semi-space-size=4 --liftoff-only build/server/index.js`;
  const storefront = await startProgram("sh", ["-c", command], { port, env });
  onTestFinished(() => storefront.stop());
  const pageAt = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  expect(await pageAt("/healthz")).toMatchObject({ status: 200, text: expect.stringContaining(opt.slice(-12)) });
  const product = await pageAt("/PowerProductDetail/1001");
  expect(product.status).toBe(200);
  // A picture proves that native code and the separate process work.
  const picture = /src="(\/pictures\/[^"]+)"/.exec(product.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect((await pageAt(picture)).status).toBe(200);
});

test("a modified release is not unpacked", () => {
  const damaged = freshFolder("storefront-damaged");
  cpSync(releases[0], damaged, { recursive: true });
  appendFileSync(join(damaged, `${name}.tar.gz`), "x");
  rmSync(join(unpacked, "current"));
  expect(() => unpack(damaged)).toThrow("did NOT match");
  expect(namesIn(unpacked)).toEqual([name]);
  unpack(releases[0]);
  expect(realpathSync(join(unpacked, "current"))).toBe(opt);
});

const RUNTIME = findNode(readFileSync(join(ROOT, ".nvmrc"), "utf8").trim());

test.skipIf(!RUNTIME)("an instance writes the profile that the runbook asks for", async ({ onTestFinished }) => {
  const [, options = "", folder = ""] = /NODE_OPTIONS=([^`]*dir=([^`]*))`/.exec(OPERATORS_GUIDE) ?? [];
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const port = await freePort(46_200);
  const data = freshFolder("storefront-profile");
  const env = {
    ...sandboxedVariables({ port, sandboxUrl: sandbox.url }),
    DATA_DIR: data,
    NODE_OPTIONS: options.replace(folder, data),
  };
  const command = `cd '${opt}' && exec '${RUNTIME}' --max-semi-space-size=4 --liftoff-only build/server/index.js`;
  const storefront = await startProgram("sh", ["-c", command], { port, env });
  await storefront.stop();
  expect(namesIn(data).filter((file) => file.endsWith(".cpuprofile"))).toHaveLength(1);
});

test("the bill of materials and the licences name every package inside", () => {
  const bill = z.object({
    metadata: z.object({ component: z.object({ name: z.literal("hashrate-storefront") }) }),
    components: z.array(z.object({ name: z.string(), version: z.string() })),
  });
  const { components } = bill.parse(JSON.parse(readFileSync(join(opt, "sbom.cdx.json"), "utf8")));
  const named = new Set(components.map(({ name, version }) => `${name} ${version}`));
  const licences = readFileSync(join(opt, "licences.txt"), "utf8");
  const manifest = z.object({ name: z.string(), version: z.string() });
  const inside = readdirSync(join(opt, "node_modules"), { recursive: true, encoding: "utf8" })
    .filter((path) => /^(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => {
      const { name, version } = manifest.parse(JSON.parse(readFileSync(join(opt, "node_modules", path), "utf8")));
      return `${name} ${version}`;
    });
  expect(inside.length).toBeGreaterThan(20);
  expect(inside.filter((each) => !named.has(each) || !licences.includes(`${each}: `))).toEqual([]);
  // React has no package in the archive, because the build contains it.
  expect(licences).toMatch(/^react 18\.[\d.]+: MIT$/m);
  expect([...named].some((each) => each.startsWith("react 18."))).toBe(true);
  expect([...named, ...inside].filter((each) => /musl|typescript /.test(each))).toEqual([]);
});
