import { existsSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * The priorities of a siege (nice): a late response is then the storefront's fault, not that of a busy machine or of
 * the attackers. Root's precede whatever else runs here; for others the attackers give way.
 */
const NICE = {
  root: { watch: -19, storefront: -15, world: -10, attackers: -5 },
  other: { watch: 0, storefront: 0, world: 0, attackers: 10 },
} as const;

type Role = keyof (typeof NICE)["root"];

const isRoot = process.getuid?.() === 0;

/** How urgent a role is, in numbers of `nice`. */
export const niceOf = (role: Role): number => NICE[isRoot ? "root" : "other"][role];

/** Gives this process the priority of a role. */
export const takePriority = (role: Role): void => setPriority(niceOf(role));

/** Linux shares its cores between sessions first: without this, `nice` counts among the processes of this one alone. */
const SESSION = "/proc/self/autogroup";

/** Gives the session of this process precedence over other ones, where it may. */
export function precedeOtherSessions(): void {
  if (isRoot && existsSync(SESSION)) writeFileSync(SESSION, String(niceOf("storefront")));
}
