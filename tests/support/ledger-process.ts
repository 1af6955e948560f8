import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { openLedger } from "~server/purchase/ledger";
import type { Outcome } from "~server/purchase/outcome";
import { storeHealth } from "~server/store/health";
import { closeStore, store } from "~server/store/shared";

/**
 * A process with a store and a ledger instead of a whole storefront, which a test can stop, kill and restart. This file
 * is also its program.
 */

/** The path of this file, or of the program built from it. */
export const PROGRAM = fileURLToPath(import.meta.url);

export interface PostedQuote {
  id: string;
  productId: string;
  epoch: string;
  expiresMs: number;
}

interface Commands {
  epoch: () => Promise<string>;
  /** Posts a quote; `sent` counts how often the process asked the upstream to pay. */
  pay: (quote: PostedQuote) => Promise<{ kind: Outcome["kind"]; sent: number }>;
  /** Probes the store. */
  health: () => Promise<{ ok: boolean; note?: string }>;
  /** Moves the wall clock by this many milliseconds. */
  setClock: (byMs: number) => Promise<void>;
}

export interface LedgerProcess extends Commands {
  /** Stops the process gracefully, like a storefront. */
  stop(): Promise<void>;
  /** Kills the process in the middle of its work. */
  kill(): Promise<void>;
}

interface Reply {
  value?: unknown;
  error?: string;
}

/**
 * Starts such a process with this process's environment.
 *
 * @param program the built program of `PROGRAM`
 */
export async function startLedgerProcess(program: string): Promise<LedgerProcess> {
  const child = fork(program, [], { execArgv: [] });
  const ended = once(child, "exit");
  await next(child);
  const ask =
    (command: string) =>
    async (argument?: unknown): Promise<unknown> => {
      child.send({ command, argument });
      const { value, error } = await next(child);
      if (error !== undefined) throw new Error(error);
      return value;
    };
  return {
    epoch: ask("epoch") as Commands["epoch"],
    pay: ask("pay") as Commands["pay"],
    health: ask("health") as Commands["health"],
    setClock: ask("setClock") as Commands["setClock"],
    async stop() {
      child.send({ command: "stop" });
      await ended;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function next(child: ChildProcess): Promise<Reply> {
  const [reply] = (await once(child, "message")) as [Reply];
  return reply;
}

const paid: Outcome = {
  kind: "paid",
  receipt: { id: "q", productId: "7", tokenAmount: "1", payAmount: "100", paySymbol: "USDT", terms: {}, atMs: 1 },
};

function serve(): void {
  const ledger = openLedger();
  let aheadMs = 0;
  const realNow = Date.now;
  Date.now = () => realNow() + aheadMs;
  const commands: Commands = {
    epoch: () => store().epoch(),
    async pay(quote) {
      let sent = 0;
      const { kind } = await ledger.settleIdempotently(quote, async (settling) => {
        if (!(await settling.sending({ write: {} }))) return { outcome: { kind: "notSent" } };
        sent += 1;
        return { outcome: paid };
      });
      return { kind, sent };
    },
    health: storeHealth,
    setClock: async (byMs) => {
      aheadMs += byMs;
    },
  };
  process.on("message", ({ command, argument }: { command: keyof Commands | "stop"; argument: never }) => {
    if (command === "stop") {
      void closeStore().then(() => process.exit(0));
      return;
    }
    commands[command](argument).then(
      (value) => process.send?.({ value } satisfies Reply),
      (error: unknown) => process.send?.({ error: String(error) } satisfies Reply),
    );
  });
  store();
  process.send?.({});
}

if (process.argv[1] === PROGRAM) serve();
