import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { perLocale } from "~/i18n/locales";
import { catalogues } from "~server/texts/catalogue";
import { LOCALES, type Locale } from "~server/i18n/locale";
import { readCompany } from "./company";
import type { Content } from "./content";
import type { ContentFile } from "./content-file";
import { LEGAL_NAMES, readLegalText, type OwnLegalText } from "./legal-text";
import { readTexts } from "./texts";
import { readTheme } from "./theme";

const FILE_MAX_BYTES = 1_000_000;

export class ContentError extends Error {
  override name = "ContentError";
}

/** Reads and checks a folder of content. Throws a ContentError that names each mistake. */
export function readContent(dir: string): Content {
  const faults: string[] = [];
  const names = namesIn(dir, faults);
  const used = new Set<string>();

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
    const texts = read(`texts.${locale}.json`, (file) => readTexts(file, catalogues[locale]));
    if (texts) content.texts[locale] = texts;
  }
  for (const name of LEGAL_NAMES) {
    const fileOf = (locale: Locale) => `legal/${name}.${locale}.md`;
    const files = LOCALES.map(fileOf);
    const texts = perLocale((locale) => read(fileOf(locale), readLegalText));
    // A legal text must exist in both languages.
    const isGiven = files.some((file) => names.includes(file));
    if (isGiven) faults.push(...files.filter((file) => !names.includes(file)).map((file) => `${file}: is missing`));
    if (LOCALES.every((locale) => texts[locale])) content.legal[name] = texts as Record<Locale, OwnLegalText>;
  }
  // A misspelt name would otherwise be ignored silently.
  for (const name of names) if (!used.has(name)) faults.push(`${name}: is not a file that this folder may contain`);
  if (faults.length > 0) {
    throw new ContentError(`The content of ${dir} cannot be used:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  }
  return content;
}

/** Lists all files except hidden ones and READMEs. */
function namesIn(dir: string, faults: string[]): string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => !/(?:^|\/)(?:\.|README\.md$)/.test(name) && statSync(join(dir, name)).isFile());
  } catch (error) {
    faults.push(`the folder cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

function textOf(path: string, fault: (what: string) => void): string | undefined {
  try {
    if (statSync(path).size > FILE_MAX_BYTES) {
      fault(`is longer than ${FILE_MAX_BYTES} bytes`);
      return undefined;
    }
    // TextDecoder drops the byte order mark that some editors write.
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)).replace(/\r\n?/g, "\n");
  } catch (error) {
    fault(error instanceof TypeError ? "is not UTF-8" : "cannot be read");
    return undefined;
  }
}
