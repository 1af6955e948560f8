import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { clientFile, clientScripts, SERVER_BUILD } from "../support/built";

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

function scriptsWith(marker: string): string[] {
  return clientScripts().filter((script) => clientFile(script).includes(marker));
}

/** Words of the server's own code. Each must be in the server build; otherwise its absence proves nothing. */
test.each(["utoken", "SESSION_SECRET", "UPSTREAM_URL", "exchange-token", "userPayMinerOrderV2", "confirm_login"])(
  "the browser's files contain no server code: %s",
  (marker) => {
    expect(readFileSync(SERVER_BUILD, "utf8").includes(marker), "the server build contains the marker").toBe(true);
    expect(scriptsWith(marker)).toEqual([]);
  },
);

/** Escapes text as the server build does. */
const inAscii = (words: string) =>
  words.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`,
  );

test("the server build is ASCII, so that node stores one byte per character", () => {
  expect(readFileSync(SERVER_BUILD, "utf8")).not.toMatch(/[^\0-\x7f]/);
});

test("the server build calls no `require`, which ES modules lack", () => {
  expect(readFileSync(SERVER_BUILD, "utf8").match(/(?<![\w$.])require\(.{0,80}/g)).toBeNull();
});

/** Names from packages that the build contains in part. */
test.each(["SourceMapConsumer", "CssSyntaxError", "hydrateRoot"])(
  "the server build has no code that it never runs: %s",
  (words) => expect(readFileSync(SERVER_BUILD, "utf8")).not.toContain(words),
);

test.each(["Memory", "Redis", "SQLite", "StoreAbstract", "InsuredAbstract"])(
  "the server build has every rate limiter that it uses: RateLimiter%s",
  (name) => expect(readFileSync(SERVER_BUILD, "utf8")).toMatch(new RegExp(`class RateLimiter${name}\\b`)),
);

test.each(["2021-08-06 16:30:50", "Cayman Islands", "開曼群島"])(
  "the browser's files contain no legal text: %s",
  (words) => {
    const build = readFileSync(SERVER_BUILD, "utf8");
    expect(build.includes(inAscii(words)), "the server build contains the words").toBe(true);
    expect(scriptsWith(words)).toEqual([]);
  },
);

/** The server's packages, each with one of its files and a word there that survives minification. */
test.each([
  ["zod/v3/types.js", "invalid_union_discriminator"],
  ["i18next/dist/esm/i18next.js", "missingInterpolationHandler"],
  ["lossless-json/lib/umd/lossless-json.js", "isLosslessNumber"],
  ["marked/lib/marked.esm.js", "reflink"],
  ["qrcode/lib/core/mode.js", "Kanji"],
  ["sanitize-html/index.js", "nonBooleanAttributes"],
])("the browser's files contain no server package: %s", (file, marker) => {
  expect(readFileSync(join(packages, file), "utf8").includes(marker), "the package contains the marker").toBe(true);
  expect(scriptsWith(marker)).toEqual([]);
});
