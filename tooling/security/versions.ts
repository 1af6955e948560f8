/** Versions of packages, and the ranges that an advisory declares affected. */

/** Numbers, then the part after a hyphen; the part after a plus does not count in the order. */
const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;
const COMPARISON = /^(>=|<=|<|>|=)?(\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?)$/;

function read(version: string): { numbers: number[]; before: string[] } {
  const [, major, minor, patch, before] = VERSION.exec(version) ?? [];
  if (major === undefined) throw new Error(`Not a version: ${version}`);
  return { numbers: [major, minor, patch].map(Number), before: before?.split(".") ?? [] };
}

/** The order of two parts of a prerelease: numbers by their size and before words, words by their letters. */
function comparePart(one: string, other: string): number {
  const [a, b] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (a && b) return Number(one) - Number(other);
  if (a !== b) return a ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * The order of two versions (semver 2.0.0, 11).
 *
 * @returns below 0 where `one` comes first, above 0 where `other` does
 * @throws Error for what is no version
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [read(one), read(other)];
  for (const [at, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  // A prerelease comes before its release.
  if (!a.before.length || !b.before.length) return b.before.length - a.before.length;
  for (const [at, part] of a.before.entries()) {
    const against = b.before[at];
    const difference = against === undefined ? 1 : comparePart(part, against);
    if (difference !== 0) return difference;
  }
  return a.before.length - b.before.length;
}

/**
 * Whether a version is in a range such as `>=7.0.0 <7.12.0`: all of its comparisons are true.
 *
 * @throws Error for a range that is not written so, the empty one included
 */
export function isInRange(version: string, range: string): boolean {
  return range.split(" ").every((comparison) => {
    const [, sign = "=", bound = ""] = COMPARISON.exec(comparison) ?? [];
    if (!bound) throw new Error(`Not a range: "${range}"`);
    const [numbers = "", ...before] = bound.split("-");
    const whole = [...numbers.split("."), "0", "0"].slice(0, 3).join(".");
    const order = compareVersions(version, [whole, ...before].join("-"));
    if (sign === ">=") return order >= 0;
    if (sign === "<=") return order <= 0;
    if (sign === ">") return order > 0;
    return sign === "<" ? order < 0 : order === 0;
  });
}
