import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { contentDir } from "~server/env";
import { LOCALES, type Locale } from "~server/i18n/locale";
import { readCompany, type Company } from "./company";
import { readTexts, type Catalogues, type OwnTexts } from "./texts";
import { shopPalette, type Palette, type Scheme } from "./colours";
import { readTheme, type Theme } from "./theme";
import { LEGAL_NAMES, readLegalText, type LegalName, type OwnLegalText } from "./legal-text";

/**
 * What an operator lays over the texts, colours and legal texts of this shop: the files of `CONTENT_DIR` (behaviour
 * 11.8). They are read once, so that a page never mixes two versions of them; a change needs a restart.
 */

/** Everything of `CONTENT_DIR`; without it every part is empty. */
export interface Content {
  /** Both languages of each legal text that it replaces. */
  legal: Partial<Record<LegalName, Record<Locale, OwnLegalText>>>;
  company?: Company | undefined;
  texts: Partial<Record<Locale, OwnTexts>>;
  theme?: Theme | undefined;
}

/** More than the longest contract has. */
const FILE_MAX_BYTES = 1_000_000;

/** Names every file at fault, and in it what is wrong. */
export class ContentError extends Error {
  override name = "ContentError";
}

/** One file of the folder, and where its faults go. */
export interface ContentFile {
  text: string;
  fault: (what: string) => void;
}

const SHOP_PALETTES = { light: shopPalette("light"), dark: shopPalette("dark") };
const NONE: Content = { legal: {}, texts: {} };

/**
 * Reads and checks a folder.
 *
 * @param catalogues the texts of the shop, with which those of the folder are compared
 * @throws ContentError that names each fault
 */
export function readContent(dir: string, catalogues?: Catalogues): Content {
  const faults: string[] = [];
  const names = namesIn(dir, faults);
  const used = new Set<string>();

  /** Reads a file of the folder with its reader; undefined where there is none, or where it is at fault. */
  function read<Value>(name: string, reader: (file: ContentFile) => Value): Value | undefined {
    used.add(name);
    if (!names.includes(name)) return undefined;
    const before = faults.length;
    const fault = (what: string) => void faults.push(`${name}: ${what}`);
    const text = textOf(join(dir, name), fault);
    const value = text === undefined ? undefined : reader({ text, fault });
    return faults.length === before ? value : undefined;
  }

  const content: Content = { legal: {}, company: read("company.json", readCompany), texts: {} };
  content.theme = read("theme.css", readTheme);
  for (const locale of LOCALES) {
    const texts = read(`texts.${locale}.json`, (file) => readTexts(file, catalogues?.[locale]));
    if (texts) content.texts[locale] = texts;
  }
  for (const name of LEGAL_NAMES) {
    const files = LOCALES.map((locale) => `legal/${name}.${locale}.md`);
    const texts = files.map((file) => read(file, readLegalText));
    // An agreement that differs from one language to the other would be two agreements.
    const isGiven = files.some((file) => names.includes(file));
    if (isGiven) faults.push(...files.filter((file) => !names.includes(file)).map((file) => `${file}: is missing`));
    const [el_GR, en_US] = texts;
    if (el_GR && en_US) content.legal[name] = { el_GR, en_US };
  }
  // A name with a typing error would be left out without a word.
  for (const name of names) if (!used.has(name)) faults.push(`${name}: is no file of this folder that is read`);
  if (faults.length > 0) {
    throw new ContentError(`The content of ${dir} cannot be used:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  }
  return content;
}

/** Paths of the files of the folder; those that begin with a dot, and notes, are nobody's content. */
function namesIn(dir: string, faults: string[]): string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => !/(?:^|\/)(?:\.|README\.md$)/.test(name) && statSync(join(dir, name)).isFile());
  } catch {
    faults.push("the folder cannot be read");
    return [];
  }
}

function textOf(path: string, fault: (what: string) => void): string | undefined {
  try {
    if (statSync(path).size > FILE_MAX_BYTES) {
      fault(`is longer than ${FILE_MAX_BYTES} bytes`);
      return undefined;
    }
    // Without the mark that some editors write first.
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)).replace(/\r\n?/g, "\n");
  } catch (error) {
    fault(error instanceof TypeError ? "is not UTF-8" : "cannot be read");
    return undefined;
  }
}

let current: { dir: string | undefined; content: Content } = { dir: undefined, content: NONE };

/**
 * Reads the content of this process and compares its texts with the shop's, before anything needs it.
 *
 * @throws ContentError when the folder is at fault
 */
export function openContent(catalogues: Catalogues): void {
  const dir = contentDir();
  if (dir !== undefined) current = { dir, content: readContent(dir, catalogues) };
}

/**
 * The content of this process.
 *
 * @throws ContentError when the folder is at fault and nobody has opened it before
 */
export function content(): Content {
  const dir = contentDir();
  if (current.dir !== dir) current = { dir, content: dir === undefined ? NONE : readContent(dir) };
  return current.content;
}

/** The colours of both schemes, as pages show them. */
export function palettes(): Readonly<Record<Scheme, Palette>> {
  return content().theme?.palettes ?? SHOP_PALETTES;
}
