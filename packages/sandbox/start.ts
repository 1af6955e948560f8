import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { spelled } from "./accounts";
import { respondToCall } from "./respond";
import { callName } from "./calls";
import { respondToControl } from "./control-http";
import { createControl, type Control } from "./control";
import { openDatabase, readSetting, writeSetting, type Database } from "./database";
import { createFaults } from "./faults";
import { respondWithImage } from "./images/serve";
import { respondWithInbox } from "./inbox";
import { createJournal } from "./journal";
import type { Clock, SandboxState } from "./call";
import type { Scenario } from "./scenario";
import { seed, TEST_OFFER, TEST_PLATFORM } from "./seed";
import { respondToWidget, isWidgetPath } from "./widgets/serve";

export type { Control } from "./control";
export type { Fault } from "./faults";

export interface SandboxOptions {
  /** The port; 0, the default, means any free port. */
  port?: number;
  host?: string;
  databaseFile?: string;
  /** Starts with the seed, even if the file has data. */
  reset?: boolean;
  /** The differences from the seed. */
  scenario?: Scenario;
  /** Returns the real time; `Date.now` by default. */
  nowMs?: () => number;
  /** True if `A@example.com` and `a@example.com` are different accounts; by default they are the same. */
  tellsCaseApart?: boolean;
}

/** A running stand-in for the upstream. */
export interface Sandbox extends Control {
  readonly url: string;
  readonly port: number;
  /**
   * Stops listening without ending the sandbox: closes idle connections and refuses new ones until `open`. Requests in
   * progress still get their response.
   *
   * @param options.after waits until each of these calls has had its response
   */
  shut(options?: { after?: readonly string[] }): void;
  /** Listens again at the same address. */
  open(): Promise<void>;
  close(): Promise<void>;
}

function createClock(database: () => Database, realMs: () => number): Clock {
  let aheadMs = Number(readSetting(database(), "aheadMs") ?? 0);
  return {
    nowMs: () => realMs() + aheadMs,
    advance(ms) {
      aheadMs += ms;
      writeSetting(database(), "aheadMs", String(aheadMs));
    },
    reset: () => {
      aheadMs = 0;
    },
  };
}

/**
 * Starts the sandbox.
 *
 * @returns its address and its control
 * @throws if the port is taken or the database file cannot be opened
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    port = 0,
    host = "127.0.0.1",
    databaseFile = ":memory:",
    reset = false,
    nowMs = Date.now,
    scenario = {},
    tellsCaseApart = false,
  } = options;
  if (databaseFile !== ":memory:") mkdirSync(dirname(databaseFile), { recursive: true });
  const database = openDatabase(databaseFile);
  const clock = createClock(() => database, nowMs);
  const faults = createFaults((email) => spelled({ tellsCaseApart }, email));
  const journal = createJournal();
  const timers = new Set<NodeJS.Timeout>();
  const place = { origin: "" };
  const state: SandboxState = {
    database,
    clock,
    offer: scenario.offer ?? TEST_OFFER,
    platform: scenario.platform ?? TEST_PLATFORM,
    tellsCaseApart,
    get origin() {
      return place.origin;
    },
  };
  const control = createControl(state, faults, journal);
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.add(timer);
    });

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = new URL(request.url ?? "/", "http://sandbox");
    const { pathname, searchParams } = address;
    if (isWidgetPath(pathname)) return respondToWidget(address, request, response);
    // Some platforms serve their pictures below `/upload/`.
    const picture = pathname.replace(/^\/upload\//, "/images/");
    if (picture.startsWith("/images/")) return respondWithImage(picture, request, response);
    if (pathname === "/inbox" || pathname.startsWith("/sandbox/")) {
      if (!isLoopback(request)) return refuse(response, 403, "Only from this machine.");
      if (pathname === "/inbox") return respondWithInbox({ state, faults, searchParams }, response);
      return respondToControl(control, pathname, request, response);
    }
    await passLast(callName(pathname), response);
    return respondToCall({ state, faults, journal, scenario, wait }, pathname, request, response);
  };

  /** The calls to wait for before shutting, each with the end of its response once it has begun. */
  const last = new Map<string, Promise<unknown> | undefined>();
  const shut = (): void => {
    last.clear();
    if (server.listening) server.close();
  };
  /** Shuts after the response to the last of these calls, before the client can send its next request. */
  async function passLast(name: string, response: ServerResponse): Promise<void> {
    if (!last.has(name)) return;
    last.set(name, once(response, "close"));
    const others = [...last].filter(([other]) => other !== name);
    if (others.some(([, ended]) => ended === undefined)) return;
    for (const [, ended] of others) await ended;
    response.shouldKeepAlive = false;
    shut();
  }

  const server = createServer((request, response) => {
    response.once("finish", () => {
      if (!server.listening) request.socket.end();
    });
    route(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, error instanceof Error ? error.message : "The sandbox failed.");
    });
  });
  // No client reuses an idle connection for this long, so a reused connection is never closed.
  server.keepAliveTimeout = 120_000;

  if (reset) await control.reset();
  seed(state);
  scenario.fill?.(state);
  for (const [call, fault] of scenario.faults ?? []) faults.add(call, fault);
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(at, host, () => {
        server.off("error", reject);
        resolve();
      });
    });
  await listen(port);
  const taken = (server.address() as AddressInfo).port;
  place.origin = `http://${host.includes(":") ? `[${host}]` : host === "0.0.0.0" ? "127.0.0.1" : host}:${taken}`;

  return {
    ...control,
    url: place.origin,
    port: taken,
    shut({ after } = {}) {
      if (after === undefined) shut();
      else for (const call of after) last.set(call, undefined);
    },
    async open() {
      last.clear();
      if (!server.listening) await listen(taken);
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      database.close();
    },
  };
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}

const NAMES = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const ADDRESSES = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

/**
 * Returns true if a request comes from this machine and is meant for it. Checks the peer's address, the host (a foreign
 * name that resolves to loopback is rejected) and the origin, if there is one.
 */
function isLoopback(request: IncomingMessage): boolean {
  const { host = "", origin } = request.headers;
  if (!ADDRESSES.test(request.socket.remoteAddress ?? "") || !NAMES.test(host)) return false;
  return origin === undefined || origin === `http://${host}`;
}
