import { setTimeout as wait } from "node:timers/promises";
import { startChild, type Child } from "../bench/children";
import type { Attack, Variant } from "./attack";
import type { Order } from "./attackers";
import { besiege, LIMIT_BYTES, NotStarted, type Besieged } from "./besieged";
import type { Servers, ServersPorts } from "./hostile-servers";
import { precedeOtherSessions, takePriority } from "./priority";
import type { Watch, Watched } from "./watch";

/** Plays one attack, from the start of the storefront to its end. */

/** The limits of memory and of the response time of `/healthz` during an attack. */
export const RSS_MAX_MB = 600;
export const HEALTHZ_MAX_MS = 500;

const MB = 1024 ** 2;
const CALM_MS = 1_000;
const CALM_TRIES = 5;
/** If /healthz takes longer than this without an attack, the machine is too busy to measure. */
const CALM_MAX_MS = 150;
/** This delay lets the attack begin first. */
const BUYER_AFTER_MS = 300;
const BUY_DEADLINE_MS = 25_000;
const PREPARE_DEADLINE_MS = 30_000;
const STRIKE_DEADLINE_MS = 60_000;
const SETTLE_MS = 700;

/** The processes that all attacks share. */
export interface Crew {
  servers: Child<Servers, ServersPorts>;
  watch: Child<Watch, Watched>;
  stop: () => Promise<void>;
}

/** Starts these processes, and sets the priority of this process, which runs upstream and buyer. */
export async function startCrew(): Promise<Crew> {
  precedeOtherSessions();
  takePriority("world");
  const [servers, watch] = await Promise.all([
    startChild<Servers, ServersPorts>("../siege/hostile-servers"),
    startChild<Watch, Watched>("../siege/watch"),
  ]);
  return {
    servers,
    watch,
    async stop() {
      await Promise.all([servers.stop(), watch.stop()]);
    },
  };
}

export interface Verdict {
  attack: Attack;
  variant: Variant;
  /** Sentences about failures; none if the storefront withstood the attack. */
  wrong: string[];
  rssMb: number;
  /** The memory including child processes, as the system counts it against the limit, if it reports that. */
  totalMb: number;
  healthzMs: number;
  clockMs: number;
  calmMs: number;
  buySeconds: number;
  buyRetries: number;
  strikeSeconds: number;
  endMs: number | undefined;
  errorLines: number;
}

/** Returns the verdict on an attack that has not run yet. */
export const unplayed = (attack: Attack, variant: Variant): Verdict => ({
  attack,
  variant,
  wrong: [],
  rssMb: NaN,
  totalMb: NaN,
  healthzMs: NaN,
  clockMs: NaN,
  calmMs: NaN,
  buySeconds: NaN,
  buyRetries: 0,
  strikeSeconds: NaN,
  endMs: undefined,
  errorLines: 0,
});

const within = <T>(deadlineMs: number, what: string, promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    wait(deadlineMs, undefined, { ref: false }).then(() => {
      throw new Error(`${what} took more than ${deadlineMs / 1_000} s`);
    }),
  ]);

/**
 * Runs an attack and cleans up after it.
 *
 * @param interrupted rejects if the siege must end early
 */
export async function play(
  attack: Attack,
  variant: Variant,
  crew: Crew,
  interrupted: Promise<never>,
): Promise<Verdict> {
  const verdict = unplayed(attack, variant);
  let attackers: Child<Order, string[]> | undefined;
  let besieged: Besieged | undefined;
  try {
    attackers = await startChild<Order, string[]>("../siege/attackers");
    besieged = await besiege(attack, variant, crew.servers);
    await Promise.race([storm(verdict, { attack, crew, attackers, besieged }), interrupted]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    verdict.wrong.push(error instanceof NotStarted ? `it does not start: ${why}` : why);
  } finally {
    if (attackers) {
      // A busy process would not end by itself.
      process.kill(attackers.pid, "SIGKILL");
      await attackers.stop();
    }
    await crew.watch.ask({ kind: "end" });
    await crew.servers.ask({ kind: "peace" });
    await besieged?.clear();
  }
  return verdict;
}

interface Scene {
  attack: Attack;
  crew: Crew;
  attackers: Child<Order, string[]>;
  besieged: Besieged;
}

async function calm({ crew, besieged }: Scene): Promise<number> {
  const { pid, healthPort: port } = besieged.target;
  const killAboveBytes = besieged.limit ? undefined : LIMIT_BYTES;
  await crew.watch.ask({ kind: "begin", pid, port, ...(killAboveBytes !== undefined && { killAboveBytes }) });
  let calmMs = Infinity;
  for (let tries = 0; tries < CALM_TRIES && calmMs > CALM_MAX_MS; tries += 1) {
    await wait(CALM_MS);
    calmMs = (await crew.watch.ask({ kind: "report" })).worstMs;
  }
  return calmMs;
}

async function storm(verdict: Verdict, scene: Scene): Promise<void> {
  const { attack, crew, attackers, besieged } = scene;
  const { target } = besieged;
  const { wrong } = verdict;
  const { buy } = await besieged.buyer();
  verdict.calmMs = await calm(scene);
  wrong.push(
    ...(await within(
      PREPARE_DEADLINE_MS,
      "the preparation",
      attackers.ask({ kind: "prepare", name: attack.name, target }),
    )),
  );
  if (wrong.length > 0) return;
  if (attack.hostility) await crew.servers.ask({ kind: "hostile", hostility: attack.hostility });
  // This discards the observations during the preparation.
  await crew.watch.ask({ kind: "report" });

  const fromMs = performance.now();
  const strike = within(STRIKE_DEADLINE_MS, "the attack", attackers.ask({ kind: "strike" })).then((complaints) => {
    verdict.strikeSeconds = (performance.now() - fromMs) / 1_000;
    return complaints;
  });
  const purchase = (async () => {
    if (attack.buys === "after") {
      await strike.catch(() => undefined);
      await crew.servers.ask({ kind: "peace" });
    } else await wait(BUYER_AFTER_MS);
    return buy(performance.now() + BUY_DEADLINE_MS, () => besieged.ended() !== undefined);
  })();
  const [struck, bought] = await Promise.allSettled([strike, purchase]);
  await wait(SETTLE_MS);
  const watched = await crew.watch.ask({ kind: "end" });

  verdict.rssMb = watched.rssBytes / MB;
  const peakMb = (besieged.limit?.peakBytes() ?? NaN) / MB;
  verdict.totalMb = Number.isNaN(peakMb) ? watched.totalBytes / MB : peakMb;
  verdict.healthzMs = watched.worstMs;
  verdict.clockMs = watched.worstClockMs;
  verdict.errorLines = besieged.errorLines().length;
  const end = besieged.ended();
  if (end !== undefined) wrong.push(`the process ended (${end})`);
  if (verdict.rssMb > RSS_MAX_MB) wrong.push(`RSS ${verdict.rssMb.toFixed(0)} MB`);
  if (end === undefined && watched.errors > 0) {
    wrong.push(`${watched.errors} of ${watched.probes} /healthz without a response`);
  } else if (end === undefined && watched.worstMs > HEALTHZ_MAX_MS) {
    wrong.push(`/healthz took ${watched.worstMs.toFixed(0)} ms`);
  }
  wrong.push(...(struck.status === "fulfilled" ? struck.value : [String(struck.reason)]));
  if (bought.status === "fulfilled") {
    verdict.buySeconds = bought.value.seconds;
    verdict.buyRetries = bought.value.retries;
    wrong.push(...bought.value.wrong);
  } else wrong.push(`the purchase failed: ${String(bought.reason)}`);
  if (attack.mustLogNoError && verdict.errorLines > 0) {
    wrong.push(`${verdict.errorLines} lines at error level: ${besieged.errorLines()[0]?.slice(0, 200)}`);
  }
  if (end !== undefined) return;
  verdict.endMs = await besieged.stop();
  if (attack.endsWithinMs !== undefined && !((verdict.endMs ?? Infinity) <= attack.endsWithinMs)) {
    wrong.push(
      verdict.endMs === undefined
        ? "it does not end after SIGTERM"
        : `it took ${(verdict.endMs / 1_000).toFixed(1)} s to end after SIGTERM`,
    );
  }
}
