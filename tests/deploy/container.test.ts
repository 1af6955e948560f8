import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startSandbox } from "@storefront/sandbox/start";
import { freePort, sandboxedVariables } from "~tools/demo/storefront-process";
import { ROOT, textOf } from "../support/deployed";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { startProgram } from "../support/proxied";

/** Runs the stages of the Dockerfile without Docker. The copied files must suffice, even if they are read-only. */

const run = promisify(execFile);

const DOCKERFILE = textOf("deploy/container/Dockerfile");

/** True if this process may make a folder read-only with a private mount. */
const MAY_MOUNT = spawnSync("unshare", ["--mount", "true"]).status === 0;

/** Copies the files that Dockerfile.dockerignore allows into the build. */
function copyContext(to: string): void {
  const patterns = textOf("deploy/container/Dockerfile.dockerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => new RegExp(`^${line.slice(1).replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`));
  for (const name of readdirSync(ROOT)) {
    if (patterns.some((pattern) => pattern.test(name))) cpSync(join(ROOT, name), join(to, name), { recursive: true });
  }
}

const BUILD_DEADLINE_MS = 10 * 60_000;

test(
  "the image builds from the build context alone, and runs read-only",
  { timeout: BUILD_DEADLINE_MS },
  async ({ onTestFinished }) => {
    const build = freshFolder("storefront-image-build");
    copyContext(build);
    // `npm ci` would install the same packages.
    symlinkSync(join(ROOT, "node_modules"), join(build, "node_modules"));
    // The call is asynchronous because Vitest gives up on a worker that is blocked for a minute.
    await run(join(build, "node_modules/.bin/remix"), ["vite:build"], { cwd: build });
    expect(readdirSync(join(build, "build")).sort()).toEqual(["client", "server"]);

    const image = freshFolder("storefront-image");
    const [, contents = ""] = /&& (\S+\/tsx tools\/release\/contents\.ts) \/storefront &&/.exec(DOCKERFILE) ?? [];
    execFileSync("sh", ["-c", `${contents} '${image}'`], {
      cwd: build,
      env: { ...process.env, SOURCE_DATE_EPOCH: "1" },
    });
    expect(readFileSync(join(image, "sbom.cdx.json"), "utf8")).toContain('"timestamp": "1970-01-01T00:00:01.000Z"');
    const [data, tmp] = [freshFolder("storefront-image-data"), freshFolder("storefront-image-tmp")];
    mkdirSync(join(data, "d"));
    const sandbox = await startSandbox();
    const port = await freePort(45_100);
    const [program = "", ...args] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(DOCKERFILE)?.[1] ?? "[]") as string[];
    const env = {
      ...sandboxedVariables({ port, sandboxUrl: sandbox.url }),
      DATA_DIR: join(data, "d"),
      TMPDIR: tmp,
      LOG_LEVEL: "info",
    };
    const command = `cd '${image}' && exec ${[program, ...args].map((part) => `'${part}'`).join(" ")}`;
    const mounted = `mount --bind '${image}' '${image}' && mount -o remount,ro,bind '${image}' && ! touch '${image}/x' && ${command}`;
    const started = MAY_MOUNT
      ? await startProgram("unshare", ["--mount", "sh", "-c", mounted], { port, env })
      : await startProgram("sh", ["-c", command], { port, env });
    onTestFinished(() => sandbox.close());
    for (const path of ["/healthz", "/readyz", "/Index/Home", "/Login"]) {
      expect({ path, status: (await fetch(`http://127.0.0.1:${port}${path}`)).status }).toEqual({ path, status: 200 });
    }
    const health = JSON.parse(/HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(DOCKERFILE)?.[1] ?? "[]") as string[];
    execFileSync(process.execPath, health.slice(1), { env: { ...process.env, PORT: String(port) } });
    // The signal reaches node itself, so it drains.
    await started.stop("SIGTERM");
    expect(started.output()).toContain('"drained"');
    expect(readdirSync(image).sort()).toEqual([
      ...["build", "licences.txt", "node_modules", "package.json", "sbom.cdx.json"],
    ]);
  },
);

test.skipIf(process.getuid?.() !== 0)("any user may write to a new volume, such as OpenShift's", () => {
  const [, mode = ""] = /mkdir -p -m (\d+) \/volumes\/data/.exec(DOCKERFILE) ?? [];
  const [, owner = ""] = /--chown=(\S+) \/volumes\//.exec(DOCKERFILE) ?? [];
  const folder = freshFolder("storefront-volume");
  execFileSync("sh", ["-c", `chmod 755 . && mkdir -m ${mode} data && chown ${owner} data`], { cwd: folder });
  for (const user of ["--reuid=1000 --regid=1000", "--reuid=12345 --regid=0"]) {
    execFileSync("setpriv", [...user.split(" "), "--clear-groups", "touch", join(folder, "data", user)]);
  }
});
