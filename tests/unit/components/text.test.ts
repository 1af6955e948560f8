import { expect, test } from "vitest";
import { wantsScripts } from "~/components/layout/handle";
import { areScriptsOff } from "~server/documents/scripts-choice";

test.each([
  [true, undefined, false, "shipped"],
  [true, "on", false, "shipped"],
  [true, "on", true, "shipped"],
  [true, undefined, true, "switched off"],
  [true, "off", false, "switched off"],
  [true, "off", true, "switched off"],
  [false, undefined, false, "none"],
  [false, "on", true, "none"],
  [false, "off", false, "none"],
] as const)(
  "a page ships scripts only if its route and the visitor want them: %s, %s, %s",
  (hydrate, choice, savesData, scripts) => {
    const handles = [undefined, { i18n: ["Home"] as const }, { hydrate, noHydrateQuery: ["q"] }];
    const isOff = areScriptsOff(choice, savesData);
    expect(wantsScripts(handles, new URLSearchParams("page=2"), isOff)).toBe(scripts);
    // A search page needs no scripts.
    expect(wantsScripts(handles, new URLSearchParams("q="), isOff)).toBe("none");
  },
);
