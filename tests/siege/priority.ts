import { existsSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * The priorities (`nice`) of a siege, so that a late response is the storefront's fault, not that of a busy machine or
 * the attackers. As root, the siege precedes everything else here; otherwise only the attackers' priority changes.
 */
const NICE = {
  root: { watch: -19, storefront: -15, world: -10, attackers: -5 },
  other: { watch: 0, storefront: 0, world: 0, attackers: 10 },
} as const;

type Role = keyof (typeof NICE)["root"];

const isRoot = process.getuid?.() === 0;

export const niceOf = (role: Role): number => NICE[isRoot ? "root" : "other"][role];

export const takePriority = (role: Role): void => setPriority(niceOf(role));

/** Linux divides cores among sessions first; otherwise `nice` would count only within this session. */
const SESSION = "/proc/self/autogroup";

/** Gives this process's session precedence over others, if permitted. */
export function precedeOtherSessions(): void {
  if (isRoot && existsSync(SESSION)) writeFileSync(SESSION, String(niceOf("storefront")));
}
