import { jsonOf, type ContentFile } from "./content-file";

export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Texts by key, such as `Home.headline`. */
export type OwnTexts = ReadonlyMap<string, string>;

const TEXT_MAX_LENGTH = 2_000;
/** Texts of this screen are part of pictures that were drawn before the build. */
const DRAWN = "Poster";
const PLACE = /\{\{(\w+)\}\}/g;

const placesOf = (text: string) => [...text.matchAll(PLACE)].map(([, name = ""]) => name);

/** Reads `texts.<locale>.json`; `known` are the shop's texts in this language. */
export function readTexts({ text, fault }: ContentFile, known: Texts): OwnTexts | undefined {
  const json = jsonOf(text, fault);
  if (json === undefined) return undefined;
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    fault('must be an object such as {"Home.headline": "…"}');
    return undefined;
  }
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(json) as [string, unknown][]) {
    if (typeof value === "string") texts.set(key, value);
    const faults = typeof value === "string" ? faultsOf(value, textOf(known, key)) : ["must be a text"];
    for (const what of faults) fault(`${key}: ${what}`);
    if (key.startsWith(`${DRAWN}.`)) fault(`${key}: is part of a picture, and cannot be replaced`);
  }
  return texts;
}

function textOf(texts: Texts, key: string): string | undefined {
  const [namespace = "", name = "", ...more] = key.split(".");
  const found = Object.hasOwn(texts, namespace) ? texts[namespace] : undefined;
  return found && more.length === 0 && Object.hasOwn(found, name) ? found[name] : undefined;
}

function faultsOf(text: string, ours: string | undefined): string[] {
  if (ours === undefined) return ["is not a key of the texts"];
  const [given, wanted] = [placesOf(text), placesOf(ours)];
  return [
    ...(text.trim() ? [] : ["is empty"]),
    ...(text.length > TEXT_MAX_LENGTH ? [`is longer than ${TEXT_MAX_LENGTH} characters`] : []),
    ...(/[\p{Cc}\u2028\u2029]/u.test(ours.includes("\n") ? text.replaceAll("\n", "") : text)
      ? ["has a line break or another control character"]
      : []),
    // i18next would interpret other braces and `$t(`.
    ...(/[{}]|\$t\(/.test(text.replace(PLACE, "")) ? ["has a brace, or $t(, besides its {{placeholders}}"] : []),
    ...wanted.filter((name) => !given.includes(name)).map((name) => `{{${name}}} is missing`),
    ...given.filter((name) => !wanted.includes(name)).map((name) => `{{${name}}} is not known`),
  ];
}

/** Replaces texts with the operator's. A namespace without replacements stays the same object. */
export function withOwnTexts<Shop extends Texts>(shop: Shop, own: OwnTexts | undefined): Shop {
  if (!own) return shop;
  const all: Record<string, Record<string, string>> = { ...shop };
  for (const [key, text] of own) {
    const [namespace = "", name = ""] = key.split(".");
    if (textOf(shop, key) !== undefined) all[namespace] = { ...all[namespace], [name]: text };
  }
  return all as Shop;
}
