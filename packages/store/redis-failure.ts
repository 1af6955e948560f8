/** A fault of Redis, in words that an operator may show to anybody: without an address or a user. */
export class RedisFailure extends Error {
  override name = "RedisFailure";
}

/** How a node of a Cluster responds to a client that takes it for a whole Redis. */
const OF_A_CLUSTER = /\b(?:MOVED|ASK|CROSSSLOT|CLUSTERDOWN)\b/;

/** Errors of the client itself, which are about the client. */
const OF_THE_CLIENT: readonly [RegExp, string][] = [
  [/^Command timed out|^Socket timeout/, "no answer within a second"],
  [/^Connection is closed|^Reached the max retries|^Stream isn't writeable/, "not connected"],
];

const LONGEST = 200;
/** So much of a message is looked through. */
const READ = 2_000;

/**
 * Describes what is wrong with Redis, from an error of its client.
 *
 * @returns Redis's own words ("OOM command not allowed …"), the code of the connection's error ("ECONNREFUSED"),
 *   "cluster", or the error's name
 */
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

/** The client reports the error of the last Sentinel; nothing where each responded that it knows no such primary. */
function ofSentinels(message: string): string {
  const [, last] = /Last error: (.*)$/s.exec(message) ?? [];
  if (last === undefined) return "no Sentinel knows this primary";
  const [words] = /^[A-Z]+ .*/s.exec(last) ?? [];
  return ["no Sentinel answers", words && textOfRedis(words)].filter(Boolean).join(": ");
}

/**
 * Without an address, a user, or the place in a script, which is at the beginning in an older Redis, else at the end.
 */
function textOfRedis(message: string): string {
  return message
    .slice(0, READ)
    .replace(/^ERR (?:Error running script .*|user_script:\d+): -?(?=[A-Z]+ )/s, "")
    .replace(/ script: \w+, on @\w+:\d+\.?$/, "")
    .replace(/\S+:\d{2,5}\b/g, "…")
    .replace(/^NOPERM User \S+/, "NOPERM this user")
    .slice(0, LONGEST);
}
