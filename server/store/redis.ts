import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen } from "cockatiel";
import type * as ioredis from "ioredis";
import type { Redis } from "ioredis";
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { STORE_PAUSE_MS, STORE_SILENCES } from "~server/constants";
import { pauses } from "~server/pauses";
import type { Change, Committed, Store } from "~server/store/store";

/** Every key of the storefront in a Redis that others may use too. */
export const REDIS_PREFIX = "storefront:";

const CONNECT_DEADLINE_MS = 1_000;
const COMMAND_DEADLINE_MS = 1_000;
const RECONNECT_MAX_MS = 2_000;

/** Of a Redis that takes a command and does not answer it; what it refuses, or cannot be sent, fails at once. */
const isSilence = (error: Error): boolean => error.message === "Command timed out";

/** The commands by which the client begins a connection: held up, it would never come back. */
const BEGINNING = new Set(["hello", "auth", "client", "select", "info"]);

/**
 * Makes a kind of connection that sends nothing for a while to a Redis that has not answered: a page would wait a
 * second for each thing that it asks (behaviour 13.24; decision 0098).
 */
function refusingClient(Client: typeof Redis): typeof Redis {
  return class extends Client {
    readonly #breaker = circuitBreaker(handleWhen(isSilence), {
      breaker: new ConsecutiveBreaker(STORE_SILENCES),
      halfOpenAfter: pauses([STORE_PAUSE_MS]),
    });
    /** The client gives itself a command again once it is connected. */
    readonly #asked = new WeakSet<ioredis.Command>();

    override sendCommand(command: ioredis.Command, ...more: unknown[]): unknown {
      const send = (): unknown => super.sendCommand(command, ...(more as []));
      const isOfPipeline = more[0] !== undefined;
      if (isOfPipeline || BEGINNING.has(command.name) || this.#asked.has(command)) return send();
      this.#asked.add(command);
      // Who comes while another one tries does not wait for it.
      if (this.#breaker.state === CircuitState.HalfOpen) command.reject(new Error("Redis is not asked for a while"));
      else this.#breaker.execute(async () => send()).catch((error: unknown) => command.reject(error as Error));
      return command.promise;
    }
  };
}

/**
 * A connection to the Redis that the instances share. It reconnects by itself; meanwhile commands fail at once, and so
 * they do for a while after some that were not answered.
 *
 * @param onTrouble told the error's code (never the address, which may hold a password) when the connection breaks
 */
export function connectRedis(redisUrl: string, onTrouble: (code: string) => void): Redis {
  // Only who has a Redis has the 14 MB of its client.
  const { Redis: Client } = createRequire(import.meta.url)("ioredis") as typeof ioredis;
  const redis = new (refusingClient(Client))(redisUrl, {
    connectTimeout: CONNECT_DEADLINE_MS,
    commandTimeout: COMMAND_DEADLINE_MS,
    maxRetriesPerRequest: 0,
    // A command that was sent may have been carried out. Sent again, `add` would find its own key and say "taken".
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(times * 100, RECONNECT_MAX_MS),
  });
  redis.on("error", (error: NodeJS.ErrnoException) => onTrouble(error.code ?? error.name));
  return redis;
}

/** Names the memory of a Redis: lost with it when it is emptied. */
const EPOCH_KEY = `${REDIS_PREFIX}epoch`;

/**
 * The epoch of a Redis, as Lua: its `run_id` is part of it, read anew each time, since what answers after a fail-over
 * or a restart may not know the last writes of the one before.
 */
const EPOCH = `local function epoch()
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
  return (redis.call('GET', KEYS[1]) or '') .. '.' .. (run or '')
end`;

const READ_EPOCH = `${EPOCH}
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return epoch()`;

/**
 * KEYS: the epoch's, those that are expected to hold something, those to write. ARGV: '+' and the epoch ('-' for any),
 * how many are expected, what each holds ('+' and the text, '-' for nothing), then for each one to write its age in
 * milliseconds and its text.
 */
const COMMIT = `${EPOCH}
local expected = tonumber(ARGV[2])
for i = 1, expected do
  local held = redis.call('GET', KEYS[1 + i])
  if (held and '+' .. held or '-') ~= ARGV[2 + i] then return 'conflict' end
end
if ARGV[1] ~= '-' and ARGV[1] ~= '+' .. epoch() then return 'otherEpoch' end
for i = expected + 2, #KEYS do
  local at = 3 + expected + (i - expected - 2) * 2
  if ARGV[at] == '' then redis.call('DEL', KEYS[i])
  else redis.call('SET', KEYS[i], ARGV[at + 1], 'PX', ARGV[at]) end
end
return 'done'`;

async function commit(redis: Redis, { expect = {}, epoch, write }: Change): Promise<Committed> {
  const expected = Object.entries(expect);
  const written = Object.entries(write);
  const keys = [...expected, ...written].map(([key]) => REDIS_PREFIX + key);
  const held = expected.map(([, text]) => (text === null ? "-" : `+${text}`));
  const kept = written.flatMap(([, one]) => (one ? [String(Math.ceil(one.ageMs)), one.value] : ["", ""]));
  const answer = await redis.eval(
    COMMIT,
    1 + keys.length,
    EPOCH_KEY,
    ...keys,
    epoch === undefined ? "-" : `+${epoch}`,
    expected.length,
    ...held,
    ...kept,
  );
  return answer as Committed;
}

/**
 * What could make a Redis forget a purchase: no append-only file, or keys that are thrown away when memory is short.
 *
 * @returns a line for each fault, for the operator
 * @throws what Redis or its connection says
 */
export async function persistenceFaults(redis: Redis): Promise<string[]> {
  const info = `${await redis.info("persistence")}\n${await redis.info("memory")}`;
  const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
  return [
    ...(/aof_enabled:1/.test(info) ? [] : ["appendonly is off"]),
    ...(policy === undefined || policy === "noeviction" ? [] : [`maxmemory-policy is ${policy}`]),
  ];
}

/**
 * The store in Redis (6.2 or later). Each call is one command or one script, so each is atomic.
 * Every function rejects when Redis does not answer within a second.
 */
export function redisStore(redis: Redis): Store {
  return {
    commit: (change) => commit(redis, change),
    epoch: async () => String(await redis.eval(READ_EPOCH, 1, EPOCH_KEY, randomUUID())),
    probe: async () => {
      await redis.get(`${REDIS_PREFIX}probe`);
    },
    get: (key) => redis.get(REDIS_PREFIX + key),
    getAll: (keys) => redis.mget(keys.map((key) => REDIS_PREFIX + key)),
    set: async (key, value, ageMs) => {
      await redis.set(REDIS_PREFIX + key, value, "PX", Math.ceil(ageMs));
    },
    add: async (key, value, ageMs) =>
      (await redis.set(REDIS_PREFIX + key, value, "PX", Math.ceil(ageMs), "NX")) === "OK",
    delete: async (key) => {
      await redis.del(REDIS_PREFIX + key);
    },
    close: async () => redis.disconnect(),
  };
}
