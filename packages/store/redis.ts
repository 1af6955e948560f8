import type { Redis } from "ioredis";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { reasonOf, RedisFailure } from "./redis-failure";
import { VALUE_MAX_BYTES } from "./redis-replies";
import { CLOCK_JUMP_MS, PROBE_CHARACTERS, type Change, type Committed, type Store } from "./store";

/** The prefix of our keys, because other programs may use the same Redis. */
export const REDIS_PREFIX = "storefront:";

/** The key with the epoch of a Redis. It is rewritten when the Redis has lost data. */
const EPOCH_KEY = `${REDIS_PREFIX}epoch`;
/**
 * The key with the last use: the clock of Redis in seconds, a number that grows with each use, and the epoch. An older
 * version writes only the first.
 */
const HEALTH_KEY = `${REDIS_PREFIX}health`;

const PROBE_AGE_MS = 10_000;
/** About the year 5138; no clock is that far ahead. */
const LATEST_MS = 1e14;

/**
 * The epoch of a Redis, as Lua. `run_id` changes after a restart, `master_replid` when a replica becomes the primary;
 * both may lose the last writes. A Redis that may evict keys (`maxmemory-policy`) may have evicted those of a purchase.
 * The epoch also changes
 * - when the clock of Redis has jumped since its last use: keys may have expired too early or too late;
 * - when it was used less often than an instance has seen, or was last used under another name: a backup was restored.
 *
 * An instance whose clock differs from that of Redis by more than a jump gets no epoch, so it cannot sell.
 *
 * KEYS: epoch, health. ARGV: a new name, the seconds of a jump, the instance's time in seconds, the highest number of
 * uses that it has seen. Returns the epoch and the number of uses.
 */
const EPOCH = `local function epoch()
  local now = redis.call('TIME')[1]
  if math.abs(now - ARGV[3]) > tonumber(ARGV[2]) then
    error('CLOCK of this instance differs by ' .. math.abs(now - ARGV[3]) .. ' s')
  end
  local name = redis.call('GET', KEYS[1])
  local health = redis.call('GET', KEYS[2]) or '0'
  local before, uses, of = string.match(health, '^(%d+) ?(%d*) ?(.*)$')
  local seen = tonumber(ARGV[4])
  local isOlder = uses and uses ~= '' and (tonumber(uses) < seen or of ~= name)
  if not name or not before or isOlder or math.abs(now - before) > tonumber(ARGV[2]) then
    name = ARGV[1]
    redis.call('SET', KEYS[1], name)
  end
  uses = string.format('%d', math.max(tonumber(uses) or 0, seen) + 1)
  redis.call('SET', KEYS[2], now .. ' ' .. uses .. ' ' .. name)
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
  local history = string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)')
  local evicted = string.match(redis.call('INFO', 'stats'), 'evicted_keys:([1-9]%d*)')
  local memory = name .. '.' .. (run or '') .. '.' .. (history or '')
  return evicted and memory .. '.' .. evicted or memory, uses
end`;

const READ_EPOCH = `${EPOCH}
return {epoch()}`;

/**
 * Makes a change if its expectations hold, as Lua. KEYS: those of EPOCH, the expected keys, the written keys. ARGV:
 * those of EPOCH, '+' and the epoch ('-' for any), the number of expected values, each of them ('+' and the text, '-'
 * for none), then the age in milliseconds and the text of each written value.
 */
const COMMIT = `${EPOCH}
local expected = tonumber(ARGV[6])
for i = 1, expected do
  local held = redis.call('GET', KEYS[2 + i])
  if (held and '+' .. held or '-') ~= ARGV[6 + i] then return {'conflict'} end
end
local uses
if ARGV[5] ~= '-' then
  local current
  current, uses = epoch()
  if ARGV[5] ~= '+' .. current then return {'otherEpoch', uses} end
end
for i = expected + 3, #KEYS do
  local at = 7 + expected + (i - expected - 3) * 2
  if ARGV[at] == '' then redis.call('DEL', KEYS[i])
  else redis.call('SET', KEYS[i], ARGV[at + 1], 'PX', ARGV[at]) end
end
return {'done', uses}`;

const unexpected = () => new RedisFailure("unexpected reply");

/** @throws RedisFailure for a reply that the command cannot have */
function textIn(reply: unknown): string | null {
  if (reply === null || typeof reply === "string") return reply;
  throw unexpected();
}

/** @throws RedisFailure if the value is longer than a reply may be */
function storable(value: string): string {
  if (Buffer.byteLength(value) > VALUE_MAX_BYTES) throw new RedisFailure("value too large");
  return value;
}

/** The highest number of uses that each connection has seen. */
const seenUses = new WeakMap<Redis, number>();

/** Runs a script with the keys and arguments of EPOCH, and returns the first part of its reply. */
async function run(redis: Redis, script: string, keys: readonly string[] = [], args: readonly string[] = []) {
  const [jump, now] = [String(CLOCK_JUMP_MS / 1000), String(Math.floor(Date.now() / 1000))];
  const common = [randomUUID(), jump, now, String(seenUses.get(redis) ?? 0)];
  const reply = await redis.eval(script, 2 + keys.length, EPOCH_KEY, HEALTH_KEY, ...keys, ...common, ...args);
  const [result, uses = 0] = Array.isArray(reply) ? (reply as unknown[]) : [];
  if (typeof result !== "string") throw unexpected();
  // A manipulated Redis may send no number; NaN would stay for the life of the connection.
  seenUses.set(redis, Math.max(seenUses.get(redis) ?? 0, Number(uses) || 0));
  return result;
}

async function commit(redis: Redis, { expect = {}, epoch, write }: Change): Promise<Committed> {
  const expected = Object.entries(expect);
  const written = Object.entries(write);
  const keys = [...expected, ...written].map(([key]) => REDIS_PREFIX + key);
  const current = expected.map(([, text]) => (text === null ? "-" : `+${text}`));
  const values = written.flatMap(([, one]) => (one ? [String(Math.ceil(one.ageMs)), storable(one.value)] : ["", ""]));
  const args = [epoch === undefined ? "-" : `+${epoch}`, String(expected.length), ...current, ...values];
  return (await run(redis, COMMIT, keys, args)) as Committed;
}

/** Writes as much as a purchase does, and the health, and reads it back. Returns warnings. */
async function probe(redis: Redis): Promise<string | undefined> {
  const key = `probe:${randomUUID()}`;
  const value = key.padEnd(PROBE_CHARACTERS, "-");
  try {
    await run(redis, READ_EPOCH);
    await commit(redis, { write: { [key]: { value, ageMs: PROBE_AGE_MS }, [`${key}:none`]: null } });
    const read = await redis.get(REDIS_PREFIX + key);
    if (read !== value) throw new RedisFailure("a write could not be read back");
  } catch (error) {
    throw new RedisFailure(reasonOf(error));
  }
  const faults = await persistenceFaults(redis);
  return faults.length > 0 ? faults.join("; ") : undefined;
}

/**
 * Waits for a newly connected Redis, and rejects a Cluster node, where changes of several keys are impossible. A Redis
 * that does not respond is accepted, and the probes report it.
 *
 * @throws RedisFailure if it is a Cluster node
 */
export async function refuseCluster(redis: Redis, deadlineMs: number): Promise<void> {
  const signal = AbortSignal.timeout(deadlineMs);
  const info = await (redis.status === "ready" ? Promise.resolve() : once(redis, "ready", { signal }))
    .then(() => redis.info("cluster"))
    .catch(() => "");
  if (!info.includes("cluster_enabled:1")) return;
  throw new RedisFailure("REDIS_URL leads to a Redis Cluster, which cannot be the store: use a single primary");
}

/**
 * Returns the settings with which a Redis could lose a purchase, one line each.
 *
 * @throws RedisFailure if Redis does not report them
 */
export async function persistenceFaults(redis: Redis): Promise<string[]> {
  const sections = await Promise.all([redis.info("persistence"), redis.info("memory")]).catch((error: unknown) => {
    throw new RedisFailure(reasonOf(error));
  });
  const info = sections.join("\n");
  const policy = /maxmemory_policy:([\w-]{1,40})/.exec(info)?.[1];
  return [
    ...(/aof_enabled:1/.test(info) ? [] : ["appendonly is off"]),
    ...(policy === undefined || policy === "noeviction" ? [] : [`maxmemory-policy is ${policy}`]),
  ];
}

/**
 * Makes the store in Redis (6.2 or later). Each call is one command or one script, so it is atomic. It takes a second
 * at most.
 */
export function redisStore(redis: Redis): Store {
  return {
    commit: (change) => commit(redis, change),
    epoch: () => run(redis, READ_EPOCH),
    nowMs: async () => {
      const [seconds, microseconds] = await redis.time();
      const nowMs = Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
      // An account's purchases with such a time could not be read again.
      if (!(nowMs > 0 && nowMs < LATEST_MS)) throw unexpected();
      return nowMs;
    },
    probe: () => probe(redis),
    get: async (key) => textIn(await redis.get(REDIS_PREFIX + key)),
    getAll: async (keys) => {
      const replies: unknown = await redis.mget(keys.map((key) => REDIS_PREFIX + key));
      if (!Array.isArray(replies) || replies.length !== keys.length) throw unexpected();
      return replies.map(textIn);
    },
    set: async (key, value, ageMs) => {
      await redis.set(REDIS_PREFIX + key, storable(value), "PX", Math.ceil(ageMs));
    },
    add: async (key, value, ageMs) =>
      (await redis.set(REDIS_PREFIX + key, storable(value), "PX", Math.ceil(ageMs), "NX")) === "OK",
    delete: async (key) => {
      await redis.del(REDIS_PREFIX + key);
    },
    close: async () => redis.disconnect(),
  };
}
