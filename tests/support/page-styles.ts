import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CLIENT_BUILD } from "./built";
import { all, documentOf } from "./html";

/** The classes that rules of a style sheet name. */
const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = ""]) => name));

const sheets = new Map<string, Set<string>>();

/** The classes of a built style sheet, by its address. */
function classesOfSheet(address: string): Set<string> {
  const known = sheets.get(address) ?? classesIn(readFileSync(join(CLIENT_BUILD, address), "utf8"));
  sheets.set(address, known);
  return known;
}

let styled: Set<string> | undefined;

/** The classes that any style sheet of the build names. */
function classesOfBuild(): Set<string> {
  const names = readdirSync(join(CLIENT_BUILD, "assets")).filter((name) => name.endsWith(".css"));
  return (styled ??= new Set(names.flatMap((name) => [...classesOfSheet(`/assets/${name}`)])));
}

/** The classes in a page that have their style in a sheet which the page does not load. */
export function unstyledOf(html: string): string[] {
  const links = all(html, 'link[rel="stylesheet"]').map((link) => link.attr("href") ?? "");
  const inside = all(html, "style").map((style) => classesIn(style.text()));
  const here = new Set([...inside, ...links.map(classesOfSheet)].flatMap((names) => [...names]));
  const used = documentOf(html)
    .find("[class]")
    .toArray()
    .flatMap((element) => ("attribs" in element ? (element.attribs["class"] ?? "").split(/\s+/) : []));
  return [...new Set(used)].filter((name) => classesOfBuild().has(name) && !here.has(name));
}
