import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectHttp2, type ClientHttp2Session } from "node:http2";
import { connect as connectTcp, createServer, type Socket } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { STEADY_UPLOAD_TIMEOUT_MS } from "~server/forms/constants";
import { freePort } from "~tools/demo/storefront-process";
import { DEPLOY, textOf, yamlOf } from "../support/deployed";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { expectOwn414 } from "../support/long-address";
import {
  expectMaintenance,
  expectNoOtherSpelling,
  expectPaymentsStopped,
  expectRefusal,
} from "../support/proxy-switches";
import {
  certificateFolder,
  reading,
  SITE,
  standIn,
  uploadSlowly,
  visit,
  withShortTimes,
  type StandIn,
} from "../support/proxied";
import { expectRollingRestart } from "../support/rolling-restart";
import { HAS_HAPROXY, startHaproxy, type RunningHaproxy } from "../support/shipped-haproxy";
import { carryOut, commandsOf, quotedCommand } from "../support/runbook";

/** The tests run HAProxy with the unchanged configuration of `deploy/haproxy`. */

const withHaproxy = test.skipIf(!HAS_HAPROXY);

/** Runs HAProxy in front of stand-ins; all stop when the test ends. */
async function before(
  standIns: readonly StandIn[],
  edited?: (text: string) => string,
  maxConnections?: number,
): Promise<RunningHaproxy> {
  const ports: [number, number] = [standIns[0]?.port ?? 0, standIns.at(-1)?.port ?? 0];
  const haproxy = await startHaproxy(ports, edited, maxConnections);
  onTestFinished(async () => {
    await haproxy.stop();
    for (const one of standIns) await one.close();
  });
  return haproxy;
}

/** A form as a browser posts it. */
const POST = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "a=b" };

/** True if a process may become another user. */
const IS_ROOT = process.getuid?.() === 0;
const HAS_USER = spawnSync("id", ["-u", "haproxy"]).status === 0;

test.skipIf(!HAS_HAPROXY || !IS_ROOT || !HAS_USER)("with the example's environment HAProxy drops root", async () => {
  const folder = certificateFolder();
  const binds: [string, string][] = [];
  for (const name of ["HTTP_BIND", "HTTPS_BIND", "METRICS_BIND", "SWITCHES_BIND"]) {
    binds.push([name, `127.0.0.1:${await freePort(43_500 + 10 * binds.length)}`]);
  }
  const example = textOf("deploy/haproxy/haproxy.env.example").matchAll(/^([A-Z_\d]+)=(.*)$/gm);
  const env = {
    ...process.env,
    ...Object.fromEntries([...example].map(([, name, value]) => [name, value] as const)),
    CERTIFICATE: join(folder, "site.pem"),
    ERROR_PAGES: join(DEPLOY, "haproxy"),
    ...Object.fromEntries(binds),
    MAXCONN: "100",
  };
  const pids = join(folder, "pids");
  const daemon = ["-D", "-p", pids, "-f", join(DEPLOY, "haproxy", "haproxy.cfg")];
  const { status, stderr } = spawnSync("haproxy", daemon, { env, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  const pid = Number(readFileSync(pids, "utf8"));
  const { stdout } = spawnSync("ps", ["-o", "user=", "-p", String(pid)], { encoding: "utf8" });
  process.kill(pid);
  expect(stdout.trim()).toBe("haproxy");
});

test.skipIf(!HAS_HAPROXY || !HAS_USER)("HAProxy accepts the example's environment, also with its IPv6 settings", () => {
  const example = textOf("deploy/haproxy/haproxy.env.example");
  const variables = [...example.matchAll(/^([A-Z_\d]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);
  const withIpv6 = [...example.matchAll(/([A-Z]+_BIND)=(\S+\[::\]:\d+)/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  expect(withIpv6).toHaveLength(2);
  for (const more of [[], withIpv6]) {
    const env = {
      ...process.env,
      ...Object.fromEntries([...variables, ...more] as [string, string][]),
      CERTIFICATE: join(certificateFolder(), "site.pem"),
      ERROR_PAGES: join(DEPLOY, "haproxy"),
      MAXCONN: "100",
    };
    const { status, stderr } = spawnSync("haproxy", ["-c", "-f", join(DEPLOY, "haproxy", "haproxy.cfg")], { env });
    expect(status, stderr.toString()).toBe(0);
  }
});

/** True if this process may mount folders and become another user. */
const MAY_MOUNT =
  spawnSync("unshare", ["--mount", "setpriv", "--reuid", "99", "--regid", "99", "--clear-groups", "true"]).status === 0;

interface ComposeService {
  user: string;
  environment: Record<string, string>;
  volumes: string[];
}

test.skipIf(!HAS_HAPROXY || !MAY_MOUNT)("HAProxy can read compose's mounts as the container's user", () => {
  const { haproxy } = (yamlOf("deploy/compose/compose.yaml") as { services: { haproxy: ComposeService } }).services;
  const [uid = "", gid = ""] = haproxy.user.split(":");
  const cwd = certificateFolder();
  for (const [from, to] of [
    ["site.crt", "fullchain.pem"],
    ["site.key", "privkey.pem"],
  ] as const)
    copyFileSync(join(cwd, from), join(cwd, to));
  /** Runs `haproxy -c` with the certificate that this command installs. */
  function check(install: string) {
    const folder = freshFolder("storefront-compose");
    const mounts = haproxy.volumes.map((volume) => {
      const [from = "", to = ""] = volume.split(":");
      const source = join(from.startsWith("./") ? folder : join(DEPLOY, "compose"), from);
      return `mkdir -p ${source} ${to}; mount --bind ${source} ${to}`;
    });
    const script = [
      ...["set -e", "mount -t tmpfs over /usr/local/etc", "mkdir -p /etc/haproxy", "mount -t tmpfs over /etc/haproxy"],
      ...[...mounts, install.replaceAll("deploy/compose/", `${folder}/`)],
      `cd / && exec setpriv --reuid ${uid} --regid ${gid} --clear-groups haproxy -c -f /usr/local/etc/haproxy/haproxy.cfg`,
    ].join("\n");
    const env = { ...process.env, ...haproxy.environment };
    const { status, stdout, stderr } = spawnSync("unshare", ["--mount", "sh", "-c", script], { cwd, env });
    return { status, output: Buffer.concat([stdout, stderr]).toString() };
  }
  const [documented = ""] = commandsOf("Docker Compose");
  expect(check(documented)).toMatchObject({ status: 0 });
  // With the usual owner of a key, root, HAProxy cannot read it.
  expect(check(documented.replace(`-o ${uid} -g ${gid}`, "-o 0 -g 0")).output).toContain("site.pem");
});

withHaproxy("a payment to which an instance does not respond is not sent to the other one", async () => {
  const broken = await Promise.all([0, 1].map(() => standIn((req) => req.socket.destroy())));
  const haproxy = await before(broken);
  const { status } = await visit(haproxy.port, "/PowerProductDetail/1001?step=code", POST);
  expect(status).toBe(502);
  expect(broken.flatMap(({ asked }) => asked)).toHaveLength(1);
  // Only reads are retried on the other instance.
  await visit(haproxy.port, "/UserCenter").catch(() => undefined);
  expect(broken.map(({ asked }) => asked.some(({ method }) => method === "GET"))).toEqual([true, true]);
});

withHaproxy("a file of the other build is requested from the other instance", async () => {
  const old = await standIn((_req, res) => res.writeHead(404).end("no such file"));
  const recent = await standIn((_req, res) => res.end("a script"));
  const haproxy = await before([old, recent]);
  const responses = await Promise.all(Array.from({ length: 20 }, () => visit(haproxy.port, "/assets/app-1a2b3c.js")));
  expect(new Set(responses.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(["200 a script"]));
  expect(old.asked.length).toBeGreaterThan(0);
  // A missing page does not exist on another instance either.
  const pages = await Promise.all(Array.from({ length: 10 }, () => visit(haproxy.port, "/nowhere")));
  expect(pages.some(({ status }) => status === 404)).toBe(true);
});

const SLOW_SENDERS = 1_000;

withHaproxy("a thousand unfinished forms do not block other visitors", async () => {
  const instances = await Promise.all([0, 1].map(() => standIn((req, res) => (req.method === "GET" ? res.end() : 0))));
  const haproxy = await before(instances, undefined, 4_000);
  const sockets: TLSSocket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const head = `POST /Login HTTP/1.1\r\nHost: ${SITE}\r\nContent-Length: 60000\r\n\r\na=`;
  while (sockets.length < SLOW_SENDERS) {
    const some = Array.from({ length: 100 }, () =>
      connect({ host: "127.0.0.1", port: haproxy.port, servername: SITE, rejectUnauthorized: false }),
    );
    await Promise.all(some.map((socket) => once(socket, "secureConnect")));
    for (const socket of some) socket.write(head);
    sockets.push(...some);
  }
  const begun = () => instances.reduce((sum, { asked }) => sum + asked.length, 0);
  await expect.poll(begun, { timeout: 10_000 }).toBe(SLOW_SENDERS);
  expect(await visit(haproxy.port, "/Login", { localAddress: "127.0.0.2" })).toMatchObject({ status: 200 });
});

withHaproxy("an address that opens all its connections leaves some to others", async () => {
  const instance = await standIn((_req, res) => res.end());
  const haproxy = await before([instance], undefined, 2_500);
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  while (sockets.length < 2_500) {
    const some = Array.from({ length: 100 }, () => connectTcp({ host: "127.0.0.1", port: haproxy.port }));
    for (const socket of some) socket.on("error", () => undefined);
    await Promise.all(some.map((socket) => new Promise((go) => socket.once("connect", go).once("close", go))));
    sockets.push(...some);
  }
  expect(await visit(haproxy.port, "/Login", { localAddress: "127.0.0.2" })).toMatchObject({ status: 200 });
  const open = () => sockets.filter(({ destroyed }) => !destroyed).length;
  await expect.poll(open).toBe(2_000);
});

withHaproxy.for(["/Login", "/assets/app-1.js"])(
  "an address may have a thousand requests for %s at a time, over any number of connections; others get 429",
  async (path) => {
    const instances = await Promise.all(
      [0, 1].map(() => standIn((req, res) => (req.headers["x-visitor"] ? res.end() : 0))),
    );
    const haproxy = await before(instances, undefined, 4_000);
    const sessions: ClientHttp2Session[] = [];
    onTestFinished(() => sessions.forEach((session) => session.destroy()));
    const statuses: unknown[] = [];
    const place = { servername: SITE, rejectUnauthorized: false };
    while (sessions.length < 12) {
      const session = connectHttp2(`https://127.0.0.1:${haproxy.port}`, place);
      sessions.push(session);
      await once(session, "connect");
      for (let n = 0; n < 100; n += 1) {
        const stream = session.request({ ":path": path, ":authority": SITE });
        stream.on("error", () => undefined);
        stream.on("response", (head) => statuses.push(head[":status"]));
      }
    }
    const begun = () => instances.reduce((sum, { asked }) => sum + asked.length, 0);
    await expect.poll(() => begun() + statuses.length, { timeout: 20_000 }).toBe(1_200);
    expect([begun(), new Set(statuses)]).toEqual([1_000, new Set([429])]);
    const visitor = { localAddress: "127.0.0.2", headers: { "X-Visitor": "1" } };
    expect(await visit(haproxy.port, path, visitor)).toMatchObject({ status: 200 });
  },
);

withHaproxy("a visitor's forwarding headers are ignored, and not logged", async () => {
  const echo = await standIn((req, res) => res.end(JSON.stringify(req.headers)));
  const haproxy = await before([echo]);
  const { body } = await visit(haproxy.port, "/Login/canary@example.com?canary=1", {
    headers: {
      "X-Forwarded-For": "203.0.113.7",
      "X-Forwarded-Host": "evil.example",
      Forwarded: "for=203.0.113.7",
      "X-Request-Id": "canary-canary",
      "X-Real-IP": "203.0.113.7",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      tracestate: "canary=1",
    },
  });
  const seen = JSON.parse(body) as Record<string, string>;
  expect(seen["host"]).toBe(SITE);
  expect(seen["x-forwarded-for"]?.split(/,\s*/).at(-1)).toBe("127.0.0.1");
  expect(seen["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  for (const name of ["x-forwarded-host", "forwarded", "x-real-ip", "traceparent", "tracestate"])
    expect(seen[name]).toBeUndefined();
  expect((await visit(haproxy.port, "/readyz")).status).toBe(404);
  await expect.poll(haproxy.output).toContain(`"requestId":"${seen["x-request-id"]}"`);
  expect(haproxy.output()).not.toMatch(/canary|203\.0\.113/);
  const line = /\{"requestId.*\}/.exec(haproxy.output())?.[0] ?? "";
  expect(JSON.parse(line)).toMatchObject({ method: "GET", status: 200 });
});

withHaproxy("while no instance responds visitors see why, and not to pay again", async () => {
  const nobody = await freePort(43_500);
  const haproxy = await startHaproxy([nobody, nobody]);
  onTestFinished(() => haproxy.stop());
  await expect.poll(haproxy.output, { timeout: 20_000 }).toContain("has no server available");
  const { status, headers, body } = await visit(haproxy.port, "/Index/Home");
  expect({ status, body }).toEqual({ status: 503, body: textOf("deploy/nginx/unavailable.html") });
  expect(headers["content-security-policy"]).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
});

withHaproxy("a rolling restart by the runbook is invisible to visitors", async () => {
  const start = (ports: readonly [number, number], checkPorts: readonly [number, number]) =>
    startHaproxy(ports, undefined, undefined, checkPorts);
  await expectRollingRestart("Upgrade and go back", start, onTestFinished);
});

/** The number of times that one instance takes over from the other. */
const TURNS = 4;

withHaproxy("a ready instance takes over at once from one that stops, and no post is sent twice", async () => {
  const [one, other] = [await standIn((_req, res) => res.end("a page")), await standIn((_req, res) => res.end())];
  const instances = [one, other];
  other.isReady = false;
  const haproxy = await before(instances);
  let going = true;
  onTestFinished(() => void (going = false));
  const downs = () => haproxy.output().split(/ : Server storefront\/storefront-[12] is DOWN/).length - 1;
  await expect.poll(downs, { timeout: 10_000 }).toBe(1);
  const seen = new Set<number>();
  let posts = 0;
  async function visitor(): Promise<void> {
    while (going) {
      seen.add((await visit(haproxy.port, "/Notice")).status);
      seen.add((await visit(haproxy.port, `/LeavingMessage?n=${(posts += 1)}`, POST)).status);
    }
  }
  const visitors = Promise.all(Array.from({ length: 10 }, visitor));
  for (let turn = 1; turn <= TURNS; turn += 1) {
    // This is the worst case: one instance begins to stop at the moment when the other becomes ready.
    [one.isReady, other.isReady] = [other.isReady, one.isReady];
    await expect.poll(downs, { timeout: 10_000 }).toBe(1 + turn);
  }
  going = false;
  await visitors;
  expect(seen).toEqual(new Set([200]));
  const posted = instances.flatMap(({ asked }) => asked.filter(({ method }) => method === "POST"));
  expect(posted.length).toBe(posts);
  expect(new Set(posted.map(({ url }) => url)).size).toBe(posts);
});

withHaproxy("the runbook's command stops only payments at the proxy", async () => {
  await expectPaymentsStopped((port) => startHaproxy([port, port]), onTestFinished);
});

withHaproxy("the runbook's command prints the state of each switch", async () => {
  const nobody = await freePort(43_500);
  const haproxy = await startHaproxy([nobody, nobody]);
  onTestFinished(() => haproxy.stop());
  const ask = quotedCommand(/`(curl http:[^`]*)`/);
  expect(carryOut(ask, haproxy.places)).toBe("maintenance off, payments on, limit off, networks off\n");
});

withHaproxy("a mistyped switch or address fails and is not written to the file", async () => {
  const haproxy = await startHaproxy([1, 1]);
  onTestFinished(() => haproxy.stop());
  const refuse = commandsOf("Refusing an address").find((block) => block.includes("/refuse?")) ?? "";
  const stop = commandsOf("Stopping purchases").find((block) => block.includes("/payments/off")) ?? "";
  const [, post = ""] = stop.trim().split("\n");
  const { places } = haproxy;
  for (const mistyped of [
    refuse.replaceAll("203.0.113.0/24", "203.0.113.0/33"),
    refuse.replaceAll("203.0.113.0/24", "203.0.113.x"),
    post.replace("payments", "payment"),
  ])
    expect(() => carryOut(`exec 2>/dev/null\n${mistyped}`, places), mistyped).toThrow();
  const refused = readFileSync(join(places["/etc/haproxy/storefront"] ?? "", "refused.lst"), "utf8");
  expect(refused).toBe(textOf("deploy/haproxy/refused.lst"));
  carryOut(refuse, places);
  carryOut(post, places);
});

withHaproxy("no other spelling of a path bypasses stopped payments", async () => {
  await expectNoOtherSpelling((port) => startHaproxy([port, port]), onTestFinished);
});

withHaproxy("maintenance closes the site under load without cutting requests", async () => {
  await expectMaintenance((port) => startHaproxy([port, port]), onTestFinished);
});

withHaproxy("an address can be found in the log, limited and blocked", async () => {
  const scarce = (text: string) => text.replace("rate(0) gt 2000", "rate(0) gt 20");
  await expectRefusal(
    (port) => startHaproxy([port, port], scarce),
    ({ output, logFile }) => {
      writeFileSync(logFile, output());
      return output();
    },
    onTestFinished,
  );
});

withHaproxy("Prometheus metrics are served on their own port", async () => {
  const echo = await standIn((_req, res) => res.end("x"));
  const haproxy = await before([echo]);
  const text = await (await fetch(`http://127.0.0.1:${haproxy.metricsPort}/metrics`)).text();
  expect(text).toMatch(/^haproxy_server_status\{proxy="storefront",server="storefront-1"/m);
  const taken = createServer().listen(haproxy.metricsPort, "127.0.0.1");
  await expect(once(taken, "listening")).rejects.toThrow("EADDRINUSE");
});

withHaproxy("an overlong URL gets the storefront's own page", async () => {
  await expectOwn414((port) => startHaproxy([port, port]), onTestFinished);
});

withHaproxy("a slow but steady upload of ten minutes succeeds", async () => {
  const haproxy = await before([await reading()], withShortTimes);
  expect(await uploadSlowly(haproxy.port, STEADY_UPLOAD_TIMEOUT_MS)).toEqual({ status: 200, bytes: 40_000 });
});
