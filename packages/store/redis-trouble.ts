/** What is wrong with Redis, in words for the operator, who may show them to anybody: without an address or a user. */
export class RedisTrouble extends Error {
  override name = "RedisTrouble";
}

/** What a node of a Cluster answers to who takes it for a whole Redis. */
const OF_A_CLUSTER = /\b(?:MOVED|ASK|CROSSSLOT|CLUSTERDOWN)\b/;

/** What the client itself says, which is about the client. */
const OF_THE_CLIENT: readonly [RegExp, string][] = [
  [/^Command timed out|^Socket timeout/, "no answer within a second"],
  [/^Connection is closed|^Reached the max retries|^Stream isn't writeable/, "not connected"],
];

const LONGEST = 200;

/**
 * Says what is wrong with Redis, from an error of its client.
 *
 * @returns Redis's own words ("OOM command not allowed …"), the code of the connection's error ("ECONNREFUSED"),
 *   "cluster", or the error's name
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { message, name } = error;
  if (OF_A_CLUSTER.test(message)) return "cluster";
  if (error instanceof RedisTrouble) return message;
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") return code;
  const known = OF_THE_CLIENT.find(([pattern]) => pattern.test(message));
  if (known) return known[1];
  if (message.startsWith("All sentinels are unreachable")) return ofSentinels(message);
  return name === "ReplyError" ? ownWords(message) : name;
}

/** The client tells what the last Sentinel said; nothing where each has answered that it knows no such primary. */
function ofSentinels(message: string): string {
  const [, last] = /Last error: (.*)$/s.exec(message) ?? [];
  if (last === undefined) return "no Sentinel knows this primary";
  const [words] = /^[A-Z]+ .*/s.exec(last) ?? [];
  return ["no Sentinel answers", words && ownWords(words)].filter(Boolean).join(": ");
}

/** Without the place in a script, which an older Redis says first and a newer one last, an address, or a user. */
function ownWords(message: string): string {
  return message
    .replace(/^ERR Error running script .*: -?(?=[A-Z]+ )/s, "")
    .replace(/ script: \w+, on @\w+:\d+\.?$/, "")
    .replace(/\S+:\d{2,5}\b/g, "…")
    .replace(/^NOPERM User \S+/, "NOPERM this user")
    .slice(0, LONGEST);
}
