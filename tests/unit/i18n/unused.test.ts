import { expect, test } from "vitest";
import { catalogues } from "~server/texts/catalogue";
import { isNamed, namedByCode } from "../../support/text-keys";

const named = namedByCode();

test("every text of the catalogue is used by code", () => {
  const keys = Object.entries(catalogues.el_GR).flatMap(([namespace, texts]) =>
    Object.keys(texts).map((name) => `${namespace}.${name}`),
  );
  expect(keys.filter((key) => !isNamed(key, named))).toEqual([]);
});

test("a key is used as a whole literal, or as a template filled with literals of the code", () => {
  const code = { literals: new Set(["Login.title", "google"]), templates: [/^Login\.(\w+)Text$/] };
  expect(isNamed("Login.title", code)).toBe(true);
  expect(isNamed("Login.googleText", code)).toBe(true);
  expect(isNamed("Login.leadText", code)).toBe(false);
  expect(isNamed("Login.lead", code)).toBe(false);
});
