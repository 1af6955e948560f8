/** A failure of Redis. Its message is public, so it has no address and no user. */
export class RedisFailure extends Error {
  override name = "RedisFailure";
}

const OF_A_CLUSTER = /\b(?:MOVED|ASK|CROSSSLOT|CLUSTERDOWN)\b/;

const OF_THE_CLIENT: readonly [RegExp, string][] = [
  [/^Command timed out|^Socket timeout/, "no answer within a second"],
  [/^Connection is closed|^Reached the max retries|^Stream isn't writeable/, "not connected"],
];

const LONGEST = 200;
/** Only this much of a message is read. */
const READ = 2_000;

/** Returns the public reason of an error: Redis's message, the connection's error code, "cluster", or its name. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { message, name } = error;
  if (OF_A_CLUSTER.test(message)) return "cluster";
  if (error instanceof RedisFailure) return message;
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") return code;
  const known = OF_THE_CLIENT.find(([pattern]) => pattern.test(message));
  if (known) return known[1];
  if (message.startsWith("All sentinels are unreachable")) return ofSentinels(message);
  return name === "ReplyError" ? textOfRedis(message) : name;
}

/** Returns the last Sentinel's reason. The client reports no error if all say that they know no such primary. */
function ofSentinels(message: string): string {
  const [, last] = /Last error: (.*)$/s.exec(message) ?? [];
  if (last === undefined) return "no Sentinel knows this primary";
  const [words] = /^[A-Z]+ .*/s.exec(last) ?? [];
  return ["no Sentinel answers", words && textOfRedis(words)].filter(Boolean).join(": ");
}

/** Removes addresses, users, and the place in a script: at the beginning in an older Redis, else at the end. */
function textOfRedis(message: string): string {
  return message
    .slice(0, READ)
    .replace(/^ERR (?:Error running script .*|user_script:\d+): -?(?=[A-Z]+ )/s, "")
    .replace(/ script: \w+, on @\w+:\d+\.?$/, "")
    .replace(/\S+:\d{2,5}\b/g, "…")
    .replace(/^NOPERM User \S+/, "NOPERM this user")
    .slice(0, LONGEST);
}
