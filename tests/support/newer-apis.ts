import bcd, { type CompatStatement, type Identifier } from "@mdn/browser-compat-data" with { type: "json" };

/** The oldest browsers that hydrate, with their names in the compatibility data. */
const OLDEST = { chrome_android: 66, safari_ios: 12.2 } as const;

type Browser = keyof typeof OLDEST;

/** Returns true if that version had the feature, at least in part, under this name and without a flag. */
function had({ support }: CompatStatement, browser: Browser): boolean {
  return [support[browser] ?? []].flat().some(({ version_added: added, version_removed: removed, ...statement }) => {
    if (statement.flags || statement.prefix || statement.alternative_name || !added || added === "preview")
      return false;
    if (typeof removed === "string" && parseFloat(removed) <= OLDEST[browser]) return false;
    return parseFloat(added.replace("≤", "")) <= OLDEST[browser];
  });
}

const isNewer = (compat: CompatStatement) =>
  (Object.keys(OLDEST) as Browser[]).some((browser) => !had(compat, browser));

/** Matches entries that are not properties, but events or notes on behaviour. */
const NO_PROPERTY = /_event$|_support$|_context$|^@@|[^\w$]/;

export interface Api {
  /** An interface or a global, such as `Array` or `Navigator`. */
  of: string;
  /** Its property, method or static method; undefined for the interface or global itself. */
  name: string | undefined;
  /** True for a member of `of` itself, not of its instances; undefined for the language's own objects. */
  isStatic?: boolean | undefined;
}

function* apis(all: Record<string, Identifier>, ofWeb: boolean): Generator<Api & { compat: CompatStatement }> {
  for (const [of, node] of Object.entries(all)) {
    if (NO_PROPERTY.test(of)) continue;
    if (node.__compat) yield { of, name: undefined, compat: node.__compat };
    for (const [key, member] of Object.entries(node) as [string, Identifier][]) {
      const name = key.replace(/_static$/, "");
      if (name !== of && member.__compat && !NO_PROPERTY.test(name)) {
        yield { of, name, isStatic: ofWeb ? key !== name : undefined, compat: member.__compat };
      }
    }
  }
}

// The data of web interfaces and of the language share the globals of a window.
const ALL = [...apis(bcd.api, true), ...apis(bcd.javascript.builtins ?? {}, false)].map(
  ({ compat, of, name, isStatic }) => ({
    ...(of === "globals" || of === "Window" ? { of: name ?? of, name: undefined } : { of, name, isStatic }),
    newer: isNewer(compat),
  }),
);

/** Every interface, global and member that one of the oldest browsers lacks. */
export const NEWER_APIS: readonly Api[] = ALL.filter(({ newer }) => newer).map(({ newer: _, ...api }) => api);

const olderNames = new Set(ALL.flatMap(({ of, name, newer }) => (newer ? [] : [name ?? of])));

/** Names that only newer APIs have: a script that contains one uses a newer API. */
export const NEWER_NAMES: ReadonlySet<string> = new Set(
  NEWER_APIS.map(({ of, name }) => name ?? of).filter((name) => !olderNames.has(name)),
);
