import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen } from "cockatiel";
import type * as ioredis from "ioredis";
import type { Redis } from "ioredis";
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { backoff } from "@storefront/resilience/backoff";
import { guarded } from "@storefront/resilience/guarded";
import { readRedisAddress } from "./redis-address";
import { reasonOf, RedisFailure } from "./redis-failure";
import { boundReplies } from "./redis-replies";

/** After this many commands in a row without a response none is sent for a while (behaviour 13.24). */
const SILENCES_MAX = 3;
/** After this pause one command tries whether Redis responds again. */
const SILENCE_PAUSE_MS = 1_000;
const CONNECT_DEADLINE_MS = 1_000;
const COMMAND_DEADLINE_MS = 1_000;
const RECONNECT_MAX_MS = 2_000;
/** How long a connection may take from its first byte to its first command: one that loads its data takes longer. */
const READY_DEADLINE_MS = 3_000;
/** A peer that vanished (its power, its network) is given up after this time without any response. */
const SOCKET_DEADLINE_MS = 5_000;
/** Not oftener, or a Redis that rejects each write would cost each read its connection. */
const REFUSED_RECONNECT_MS = 1_000;

/** Of a Redis that accepts a command and does not respond. What it rejects, or cannot be sent, fails immediately. */
const isSilence = (error: Error): boolean => error.message === "Command timed out";

/**
 * Refusals after which another one may be the primary: the address, or the Sentinels, lead to it. A client stays
 * connected to a primary that was made a replica, and to one that its replicas have left.
 */
const NOT_THE_PRIMARY = /\b(?:READONLY|LOADING|MASTERDOWN|NOREPLICAS)\b/;

/** The commands with which the client begins a connection: without them it would never be established. */
const BEGINNING = new Set(["auth", "client", "select", "info"]);

/** The error of a command that is not sent, because Redis does not respond. */
const NOT_ASKED = "no answer within a second";

/**
 * Makes a kind of connection on which no command waits where no response is to be expected: a page would wait for each
 * of its reads (decision 0098). Without a connection a command fails immediately; only the first moments of a process
 * wait for the end of its first attempt to connect. A Redis that is connected and has not responded is sent nothing for
 * a while.
 *
 * @param whyNot why there is no connection, as far as that is known
 */
function refusingClient(Client: typeof Redis, whyNot: () => string): typeof Redis {
  return class extends Client {
    readonly #breaker = circuitBreaker(handleWhen(isSilence), {
      breaker: new ConsecutiveBreaker(SILENCES_MAX),
      halfOpenAfter: backoff([SILENCE_PAUSE_MS]),
    });
    #isFirstAttempt = true;
    readonly #firstAttempt = new Promise<void>((resolve) => {
      const end = guarded(() => resolve());
      for (const event of ["ready", "error", "close", "end"]) this.once(event, end);
      setTimeout(end, CONNECT_DEADLINE_MS).unref();
    }).then(() => {
      this.#isFirstAttempt = false;
    });

    override sendCommand(command: ioredis.Command, ...more: unknown[]): unknown {
      const send = (): unknown => super.sendCommand(command, ...(more as []));
      const refuse = (reason: string) => command.reject(new RedisFailure(reason));
      // One that is about to be given up is still "ready", and takes nothing more.
      const isReady = this.status === "ready" && this.stream.writable;
      const isOfPipeline = more[0] !== undefined;
      const isOfTheClient = this.status === "connect" && BEGINNING.has(command.name);
      if (isOfPipeline || isOfTheClient) return send();
      if (!isReady && this.#isFirstAttempt) void this.#firstAttempt.then(() => void this.sendCommand(command));
      else if (!isReady) refuse(["not connected", whyNot()].filter(Boolean).join(": "));
      // Commands that come during the trial do not wait for it.
      else if (this.#breaker.state === CircuitState.HalfOpen) refuse(NOT_ASKED);
      // A command that was sent has its own response by then.
      else this.#breaker.execute(async () => send()).catch(() => refuse(NOT_ASKED));
      return command.promise;
    }
  };
}

type Connector = NonNullable<ioredis.RedisOptions["Connector"]>;

/** The parts of the client's way through Sentinels that are changed here. Its own types hide them. */
interface SentinelConnector {
  connecting: boolean;
  check(info: object): boolean;
  connect(emit: (event: string, error: Error) => void): Promise<unknown>;
  connectToSentinel(...args: unknown[]): Redis;
}

/**
 * The client's way to the primary through Sentinels, where servers may reply with anything. As it is, an address that
 * is none ends all attempts to connect, and an INFO without a text ends the process.
 */
function boundedConnector({ SentinelConnector }: typeof ioredis): Connector {
  class Bounded extends (SentinelConnector as unknown as new (options: unknown) => SentinelConnector) {
    override check(info: object | null): boolean {
      return info !== null && super.check(info);
    }

    override connectToSentinel(...args: unknown[]): Redis {
      const client = super.connectToSentinel(...args);
      boundReplies(client);
      return client;
    }

    override async connect(emit: Parameters<SentinelConnector["connect"]>[0]): Promise<unknown> {
      for (;;) {
        try {
          return await super.connect(emit);
        } catch (error) {
          if (this.#isClosed() || !(error instanceof Error)) throw error;
          emit("error", error);
          await wait(RECONNECT_MAX_MS);
          if (this.#isClosed()) throw error;
        }
      }
    }

    #isClosed(): boolean {
      return !this.connecting;
    }
  }
  return Bounded as unknown as Connector;
}

/**
 * A connection to the Redis that the instances share. It reconnects by itself, also when it finds itself connected to
 * something else than the primary. Meanwhile commands fail immediately, and so they do for a while after some got no
 * response. What was sent is never sent again.
 *
 * @param address as `readRedisAddress` reads it
 * @param onTrouble called with the reason why the connection breaks, for the operator: never the address, which may
 *   contain a password
 * @param sentinelPassword of the Sentinels, where they have one
 * @throws Error when the address cannot be read
 */
export function connectRedis(address: string, onTrouble: (reason: string) => void, sentinelPassword?: string): Redis {
  // The client takes 14 MB: it is loaded only with a Redis.
  const client = createRequire(import.meta.url)("ioredis") as typeof ioredis;
  let trouble = "";
  let refusedAtMs = -Infinity;
  let hasMisbehaved = false;
  function note(reason: string): void {
    trouble = reason;
    onTrouble(reason);
  }
  const options = {
    // The simpler protocol, whose replies can be measured: a push is none of them.
    protocol: 2 as const,
    connectTimeout: CONNECT_DEADLINE_MS,
    commandTimeout: COMMAND_DEADLINE_MS,
    socketTimeout: SOCKET_DEADLINE_MS,
    sentinelCommandTimeout: COMMAND_DEADLINE_MS,
    maxLoadingRetryTime: COMMAND_DEADLINE_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // A command that was sent may have been carried out. Sent again, `add` would find its own key and return "taken".
    autoResendUnfulfilledCommands: false,
    retryStrategy(times: number) {
      const pauseMs = hasMisbehaved ? RECONNECT_MAX_MS : Math.min((times - 1) * 100, RECONNECT_MAX_MS);
      hasMisbehaved = false;
      return pauseMs;
    },
    reconnectOnError(error: Error) {
      if (!NOT_THE_PRIMARY.test(error.message) || performance.now() - refusedAtMs < REFUSED_RECONNECT_MS) return false;
      refusedAtMs = performance.now();
      note(reasonOf(error));
      // Without sending the rejected command again.
      return true;
    },
  };
  const Refusing = refusingClient(client.Redis, () => trouble);
  const place = readRedisAddress(address);
  const made =
    typeof place === "string"
      ? new Refusing(place, options)
      : new Refusing({
          ...options,
          ...place,
          Connector: boundedConnector(client),
          ...(sentinelPassword && { sentinelPassword }),
        });
  made.on(
    "error",
    guarded((error) => note(reasonOf(error))),
  );
  made.on(
    "ready",
    guarded(() => {
      trouble = "";
    }),
  );
  made.on(
    "reconnecting",
    guarded(() => trouble || note("the connection was closed")),
  );
  boundReplies(made, () => {
    hasMisbehaved = true;
  });
  giveUpUnlessReady(made, note);
  return made;
}

/** Looks for another one where this one is still loading its data, or does not respond. */
function giveUpUnlessReady(redis: Redis, note: (reason: string) => void): void {
  let deadline: NodeJS.Timeout | undefined;
  function giveUp(): void {
    note("LOADING, or no answer");
    redis.disconnect(true);
  }
  redis.on(
    "connect",
    guarded(() => {
      deadline = setTimeout(guarded(giveUp), READY_DEADLINE_MS).unref();
    }),
  );
  // Once for all connections: listeners for each of them would add up while one after the other is lost.
  const stop = guarded(() => clearTimeout(deadline));
  for (const end of ["ready", "close", "end"]) redis.on(end, stop);
}
