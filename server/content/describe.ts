import { LOCALES } from "~server/i18n/locale";
import { COLOUR_NAMES, COLOURS } from "./colours";
import type { Content } from "./content";
import { readContent } from "./read-content";
import { LEGAL_NAMES } from "./legal-text";

/** Describes the content as it would be used, one line per part. Throws a ContentError that names each mistake. */
export function describeContent(dir: string | undefined): string {
  if (dir === undefined) throw new Error("usage: npm run content:check -- FOLDER");
  const content = readContent(dir);
  const lines = [...legalLines(content), ...textLines(content), ...themeLines(content), ...companyLines(content)];
  return lines.length ? lines.join("\n") : "Nothing is replaced.";
}

function legalLines({ legal }: Content): string[] {
  return LEGAL_NAMES.flatMap((name) => {
    const texts = legal[name];
    if (!texts) return [];
    return LOCALES.map((locale) => {
      const { version, dated, sections } = texts[locale];
      return `${name} (${locale}): version ${version || "none"}, dated ${dated || "never"}, sections: ${sections.length}`;
    });
  });
}

function textLines({ texts }: Content): string[] {
  return LOCALES.flatMap((locale) => [...(texts[locale] ?? [])].map(([key, text]) => `${key} (${locale}): ${text}`));
}

function themeLines({ theme }: Content): string[] {
  if (!theme) return [];
  return (["light", "dark"] as const).flatMap((scheme) =>
    COLOUR_NAMES.filter((name) => theme.palettes[scheme][name] !== COLOURS[name][scheme]).map(
      (name) => `--${name} (${scheme}): ${theme.palettes[scheme][name]}`,
    ),
  );
}

const companyLines = ({ company }: Content) =>
  Object.entries(company ?? {}).map((line) => `company's ${line.join(": ")}`);
