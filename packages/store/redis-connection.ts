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

/** After this many commands in a row without a response, none is sent for SILENCE_PAUSE_MS. */
const SILENCES_MAX = 3;
const SILENCE_PAUSE_MS = 1_000;
const CONNECT_DEADLINE_MS = 1_000;
const COMMAND_DEADLINE_MS = 1_000;
const RECONNECT_MAX_MS = 2_000;
/** The time from the first byte of a connection to its first command. A Redis that loads its data takes longer. */
const READY_DEADLINE_MS = 3_000;
/** After this time without a response, the peer is considered gone. */
const SOCKET_DEADLINE_MS = 5_000;
/** The minimum interval of INFO while Redis loads its data. The client would follow any `loading_eta_seconds`. */
const LOADING_CHECK_MS = 200;
/** The client adds every Sentinel that a Sentinel names, and searches the list for each. */
const SENTINELS_MAX = 100;
/** The minimum interval of reconnections: a Redis that rejects every write would cost reads their connection. */
const REFUSED_RECONNECT_MS = 1_000;

const isSilence = (error: Error): boolean => error.message === "Command timed out";

/** Errors after which another Redis may be the primary: clients stay connected to one that became a replica. */
const NOT_THE_PRIMARY = /\b(?:READONLY|LOADING|MASTERDOWN|NOREPLICAS)\b/;

const BEGINNING = new Set(["auth", "client", "select", "info"]);

/** The error of a command that is not sent because Redis does not respond. */
const NOT_ASKED = "no answer within a second";

/**
 * Makes a client whose commands fail immediately if no response can be expected, because a page would wait for each of
 * its reads. Commands wait only for the first attempt to connect after the start. After a connected Redis has not
 * responded, it gets no commands for a while.
 */
function refusingClient(Client: typeof Redis, whyNot: () => string): typeof Redis {
  return class extends Client {
    readonly #breaker = circuitBreaker(handleWhen(isSilence), {
      breaker: new ConsecutiveBreaker(SILENCES_MAX),
      halfOpenAfter: backoff([SILENCE_PAUSE_MS]),
    });
    #isFirstAttempt = true;
    /** The last INFO of the client. */
    #info: { stream?: unknown; atMs: number } = { atMs: 0 };
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
      // A connection that is about to be closed is still "ready", but not writable.
      const isReady = this.status === "ready" && this.stream.writable;
      const isOfPipeline = more[0] !== undefined;
      const isOfTheClient = this.status === "connect" && BEGINNING.has(command.name);
      if (isOfPipeline || (isOfTheClient && this.#isInTime(command))) return send();
      if (isOfTheClient) refuse("LOADING");
      else if (!isReady && this.#isFirstAttempt) void this.#firstAttempt.then(() => void this.sendCommand(command));
      else if (!isReady) refuse(["not connected", whyNot()].filter(Boolean).join(": "));
      // Other commands do not wait for the trial command.
      else if (this.#breaker.state === CircuitState.HalfOpen) refuse(NOT_ASKED);
      // A command that was sent gets its own response.
      else this.#breaker.execute(async () => send()).catch(() => refuse(NOT_ASKED));
      return command.promise;
    }

    #isInTime({ name }: ioredis.Command): boolean {
      if (name !== "info") return true;
      const { stream, atMs } = this.#info;
      if (stream === this.stream && performance.now() - atMs < LOADING_CHECK_MS) return false;
      this.#info = { stream: this.stream, atMs: performance.now() };
      return true;
    }
  };
}

type Connector = NonNullable<ioredis.RedisOptions["Connector"]>;

/** The parts of the client's connector that we change. Its own types hide them. */
interface SentinelConnector {
  connecting: boolean;
  sentinelIterator: { sentinels: unknown[]; add: (sentinel: unknown) => boolean };
  check(info: object): boolean;
  connect(emit: (event: string, error: Error) => void): Promise<unknown>;
  connectToSentinel(...args: unknown[]): Redis;
}

/**
 * The client's connector for Sentinels, whose replies may be malformed. Without this, an invalid address ends all
 * attempts to connect, and an INFO without a text ends the process.
 */
function boundedConnector({ SentinelConnector }: typeof ioredis): Connector {
  class Bounded extends (SentinelConnector as unknown as new (options: unknown) => SentinelConnector) {
    constructor(options: unknown) {
      super(options);
      const { sentinelIterator } = this;
      const add = sentinelIterator.add.bind(sentinelIterator);
      sentinelIterator.add = (one) => sentinelIterator.sentinels.length < SENTINELS_MAX && add(one);
    }

    override check(info: object | null): boolean {
      return info !== null && super.check(info);
    }

    override connectToSentinel(...args: unknown[]): Redis {
      const client = super.connectToSentinel(...args);
      boundReplies(client, { isSentinel: true });
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
 * Connects to the Redis that the instances share. Reconnects if the connection breaks or the Redis is no longer the
 * primary. Meanwhile commands fail immediately. A command is never sent again.
 *
 * @param onTrouble gets the reason why a connection breaks, for the operator: never the address or the password
 * @throws Error if the address cannot be parsed
 */
export function connectRedis(address: string, onTrouble: (reason: string) => void, sentinelPassword?: string): Redis {
  // The client is loaded only if there is a Redis, because it takes 14 MB.
  const client = createRequire(import.meta.url)("ioredis") as typeof ioredis;
  let trouble = "";
  let refusedAtMs = -Infinity;
  let hasMisbehaved = false;
  function note(reason: string): void {
    trouble = reason;
    onTrouble(reason);
  }
  const options = {
    // RESP2 has no pushes, so replies can be measured.
    protocol: 2 as const,
    connectTimeout: CONNECT_DEADLINE_MS,
    commandTimeout: COMMAND_DEADLINE_MS,
    socketTimeout: SOCKET_DEADLINE_MS,
    sentinelCommandTimeout: COMMAND_DEADLINE_MS,
    maxLoadingRetryTime: COMMAND_DEADLINE_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // The command may have been carried out: a second `add` would find its own key.
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
      // The rejected command is not sent again.
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
  const onReady = guarded(() => void (trouble = ""));
  const onError = guarded((error) => note(reasonOf(error)));
  const onReconnecting = guarded(() => trouble || note("the connection was closed"));
  made.on("error", onError).on("ready", onReady).on("reconnecting", onReconnecting);
  boundReplies(made, {
    onExcess() {
      hasMisbehaved = true;
    },
  });
  giveUpUnlessReady(made, note);
  return made;
}

/** Closes a connection that is still loading its data or does not respond. */
function giveUpUnlessReady(redis: Redis, note: (reason: string) => void): void {
  let deadline: NodeJS.Timeout | undefined;
  function giveUp(): void {
    note("LOADING, or no answer");
    redis.disconnect(true);
  }
  const onConnect = guarded(() => {
    deadline = setTimeout(guarded(giveUp), READY_DEADLINE_MS).unref();
  });
  redis.on("connect", onConnect);
  // The listener is added once, because listeners for each connection would accumulate.
  const stop = guarded(() => clearTimeout(deadline));
  for (const end of ["ready", "close", "end"]) redis.on(end, stop);
}
