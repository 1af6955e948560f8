import Libsql from "libsql";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { SEND_WITHIN_MS } from "~server/purchase/pay";
import { certificateFolder } from "../support/proxied";
import { PURCHASE } from "../support/purchase-paths";
import type { TestEnvironment } from "../support/stage";

/** A step of a payment that takes too long: recording it in the store, or connecting to the upstream. */
export interface Lateness {
  /** The environment variables that the storefront needs for it. */
  variables: (sandboxUrl: string) => Record<string, string>;
  /** Makes the step late from now on. */
  begin: (environment: TestEnvironment) => void;
  /** Ends the delay, and returns descriptions of the errors so far. */
  end: (environment: TestEnvironment) => string[];
  close: () => void;
}

const storeOf = ({ dataDir }: TestEnvironment) => join(dataDir, "storefront.db");

/** Well above the time limit for sending, in case this machine becomes faster during the test. */
const MARK_MS = 2 * SEND_WITHIN_MS;
const MEASURED_ROWS = 500_000;

/** A view whose reading time grows with the number of rows. */
const slowView = (rows: number) =>
  `CREATE VIEW slow_disk AS
   WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT count(*) AS n FROM n`;

/** The number of rows with which the view takes MARK_MS on this machine. */
function rowsOfMark(): number {
  const database = new Libsql(":memory:");
  database.exec(slowView(MEASURED_ROWS));
  const fromMs = performance.now();
  database.prepare("SELECT n FROM slow_disk").get();
  database.close();
  return Math.ceil((MEASURED_ROWS * MARK_MS) / (performance.now() - fromMs));
}

/**
 * Writing the mark "sending" takes longer than a payment may, and blocks the writing process, like a hanging disk.
 */
export function lateMark(): Lateness {
  const change = (environment: TestEnvironment, statements: string) => {
    const database = new Libsql(storeOf(environment));
    database.exec(`PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE; ${statements}; COMMIT`);
    database.close();
  };
  return {
    variables: () => ({}),
    begin: (environment) =>
      change(
        environment,
        `${slowView(rowsOfMark())};
         CREATE TRIGGER slow_mark BEFORE INSERT ON entries
         WHEN NEW.key LIKE 'quote:%' AND NEW.value LIKE '%"sending"%' BEGIN SELECT n FROM slow_disk; END`,
      ),
    end(environment) {
      change(environment, "DROP TRIGGER slow_mark; DROP VIEW slow_disk");
      return reasonOf(environment, "too late");
    },
    close: () => undefined,
  };
}

/**
 * The times at which the reads before a payment get their responses, from the first read on and within the form's
 * deadline. Connecting may take only a second, so the mark has to take long too.
 */
const CHECKED_MS = [1_700, 3_400] as const;
/** The time at which the store's file becomes free for the mark, before the store's limit of two seconds. */
const MARKED_MS = SEND_WITHIN_MS - 600;
const CONNECTED_MS = SEND_WITHIN_MS + 100;

/**
 * A TLS gateway in front of the upstream delays the reads before a payment, another process locks the store's file for
 * a second, and the gateway accepts the payment's connection only when the time is over.
 */
export async function lateConnection(): Promise<Lateness> {
  const folder = certificateFolder("IP:127.0.0.1");
  const certificate = join(folder, "site.crt");
  let sandboxUrl = "";
  let file = "";
  let checkedMs: number | undefined;
  let isHolding = false;
  let held = 0;
  const at = (ms: number, act: () => void) => setTimeout(act, Math.max(0, (checkedMs ?? 0) + ms - performance.now()));

  function pass(asked: IncomingMessage, response: ServerResponse): void {
    const path = asked.url ?? "/";
    const on = forward(sandboxUrl + path, { method: asked.method, headers: asked.headers }, (answer) => {
      const send = () => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      };
      if (file === "") return send();
      if (path.endsWith("/project_sku_detail") && checkedMs === undefined) {
        checkedMs = performance.now();
        at(CHECKED_MS[0], send);
      } else if (path.endsWith("/getOrderList") && !isHolding) {
        at(CHECKED_MS[1], () => {
          isHolding = true;
          const other = new Libsql(file);
          other.exec("PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE");
          at(MARKED_MS, () => other.close());
          send();
        });
      } else send();
    });
    on.on("error", () => response.destroy());
    asked.pipe(on);
  }

  const gateway = createTlsServer(
    { key: readFileSync(join(folder, "site.key")), cert: readFileSync(certificate) },
    pass,
  );
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    const accept = () => gateway.emit("connection", socket);
    if (!isHolding) return void accept();
    held += 1;
    at(CONNECTED_MS, accept);
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const { port } = front.address() as AddressInfo;
  return {
    variables(url) {
      sandboxUrl = url;
      return { UPSTREAM_URL: `https://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: certificate };
    },
    begin: (environment) => void (file = storeOf(environment)),
    end(environment) {
      file = "";
      isHolding = false;
      return held > 0 ? reasonOf(environment, "not connected (too late)") : ["no connection was late"];
    },
    close() {
      front.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Checks that the log says why the payment was not sent. */
function reasonOf({ storefront }: TestEnvironment, reason: string): string[] {
  const lines = storefront
    .output()
    .split("\n")
    .filter((line) => line.includes(`/${PURCHASE}"`));
  const isThere = lines.some((line) => line.includes(`"reason":"${reason}"`));
  return isThere ? [] : [`the log does not say "${reason}" of the payment: ${lines.join(" ") || "nothing"}`];
}
