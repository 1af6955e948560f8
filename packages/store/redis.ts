import type { Redis } from "ioredis";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { reasonOf, RedisFailure } from "./redis-failure";
import { CLOCK_JUMP_MS, PROBE_CHARACTERS, type Change, type Committed, type Store } from "./store";

/** A prefix, because others may use the same Redis. */
export const REDIS_PREFIX = "storefront:";

/** The key that names the memory of a Redis: lost when Redis is emptied, rewritten when its clock jumps. */
const EPOCH_KEY = `${REDIS_PREFIX}epoch`;
/** When an instance last found it usable, by the clock of Redis in seconds. */
const HEALTH_KEY = `${REDIS_PREFIX}health`;

const PROBE_AGE_MS = 10_000;

/**
 * The epoch of a Redis, as Lua. `run_id` changes after a restart, `master_replid` whenever a replica becomes the
 * primary: the last writes may be lost. A Redis that may evict keys (`maxmemory-policy`) may have evicted those of a
 * purchase. When the clock of Redis has jumped since the last health write, keys may have expired too early or too late:
 * the memory gets another name.
 *
 * An instance whose clock differs from that of Redis by more than a jump gets no epoch, and so cannot sell.
 *
 * KEYS: the epoch's, the health's. ARGV: a new name, the seconds of a jump, the instance's time in seconds.
 */
const EPOCH = `local function epoch()
  local now = redis.call('TIME')[1]
  if math.abs(now - ARGV[3]) > tonumber(ARGV[2]) then
    error('CLOCK of this instance differs by ' .. math.abs(now - ARGV[3]) .. ' s')
  end
  local before = tonumber(redis.call('GET', KEYS[2]))
  if before and math.abs(now - before) > tonumber(ARGV[2]) then
    redis.call('SET', KEYS[1], ARGV[1])
    redis.call('SET', KEYS[2], now)
  end
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
  local history = string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)')
  local evicted = string.match(redis.call('INFO', 'stats'), 'evicted_keys:([1-9]%d*)')
  local memory = (redis.call('GET', KEYS[1]) or '') .. '.' .. (run or '') .. '.' .. (history or '')
  return evicted and memory .. '.' .. evicted or memory
end`;

/** ARGV: after those of EPOCH "beat" to write the health too. */
const READ_EPOCH = `${EPOCH}
redis.call('SET', KEYS[1], ARGV[1], 'NX')
local current = epoch()
if ARGV[4] == 'beat' then redis.call('SET', KEYS[2], redis.call('TIME')[1]) end
return current`;

/**
 * KEYS: after those of EPOCH the expected ones, then the written ones. ARGV: after those of EPOCH '+' and the epoch
 * ('-' for any), the number of expected values, each of these ('+' and the text, '-' for nothing), then the age in
 * milliseconds and the text of each written one.
 */
const COMMIT = `${EPOCH}
local expected = tonumber(ARGV[5])
for i = 1, expected do
  local held = redis.call('GET', KEYS[2 + i])
  if (held and '+' .. held or '-') ~= ARGV[5 + i] then return 'conflict' end
end
if ARGV[4] ~= '-' and ARGV[4] ~= '+' .. epoch() then return 'otherEpoch' end
for i = expected + 3, #KEYS do
  local at = 6 + expected + (i - expected - 3) * 2
  if ARGV[at] == '' then redis.call('DEL', KEYS[i])
  else redis.call('SET', KEYS[i], ARGV[at + 1], 'PX', ARGV[at]) end
end
return 'done'`;

function run(redis: Redis, script: string, keys: readonly string[] = [], args: readonly string[] = []) {
  const [jump, now] = [String(CLOCK_JUMP_MS / 1000), String(Math.floor(Date.now() / 1000))];
  return redis.eval(script, 2 + keys.length, EPOCH_KEY, HEALTH_KEY, ...keys, randomUUID(), jump, now, ...args);
}

async function commit(redis: Redis, { expect = {}, epoch, write }: Change): Promise<Committed> {
  const expected = Object.entries(expect);
  const written = Object.entries(write);
  const keys = [...expected, ...written].map(([key]) => REDIS_PREFIX + key);
  const current = expected.map(([, text]) => (text === null ? "-" : `+${text}`));
  const values = written.flatMap(([, one]) => (one ? [String(Math.ceil(one.ageMs)), one.value] : ["", ""]));
  const args = [epoch === undefined ? "-" : `+${epoch}`, String(expected.length), ...current, ...values];
  return (await run(redis, COMMIT, keys, args)) as Committed;
}

/** Writes as a purchase does, as much, and the health; then reads it back. Returns warnings. */
async function probe(redis: Redis): Promise<string | undefined> {
  const key = `probe:${randomUUID()}`;
  const value = key.padEnd(PROBE_CHARACTERS, "-");
  try {
    await run(redis, READ_EPOCH, [], ["beat"]);
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
 * Waits for a newly connected Redis, and rejects a Cluster node, where changes of several keys are impossible. One that
 * does not respond is accepted, and its probes report it.
 *
 * @throws RedisFailure when it is a Cluster
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
 * Settings with which a Redis could lose a purchase, one line each.
 *
 * @throws RedisFailure when Redis does not report them
 */
export async function persistenceFaults(redis: Redis): Promise<string[]> {
  const sections = await Promise.all([redis.info("persistence"), redis.info("memory")]).catch((error: unknown) => {
    throw new RedisFailure(reasonOf(error));
  });
  const info = sections.join("\n");
  const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
  return [
    ...(/aof_enabled:1/.test(info) ? [] : ["appendonly is off"]),
    ...(policy === undefined || policy === "noeviction" ? [] : [`maxmemory-policy is ${policy}`]),
  ];
}

/**
 * The store in Redis (6.2 or later). Each call is one command or one script, so each is atomic; it takes a second at
 * most.
 */
export function redisStore(redis: Redis): Store {
  return {
    commit: (change) => commit(redis, change),
    epoch: async () => String(await run(redis, READ_EPOCH)),
    nowMs: async () => {
      const [seconds, microseconds] = await redis.time();
      return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
    },
    probe: () => probe(redis),
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
