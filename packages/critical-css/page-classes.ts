import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SCRIPT = /"\/assets\/([\w.-]+\.js)"/g;
/** This file names the scripts of all routes, so it is skipped: those scripts do not run on the page. */
const MANIFEST = /^manifest-/;

/** Matches a word that may be a class in a script: between quotes, spaces or template parts. */
const WORD = /(?<=["'`\s}])[A-Za-z][\w-]*(?=["'`\s]|\$\{)/g;

const FILE = /[\w.-]+\.js\b/g;

/** The classes that each script and its imports may set, by the script's name. */
export type ScriptClasses = ReadonlyMap<string, readonly string[]>;

/** Finds the classes in the scripts of a build in `folder`; `known` are the classes of all style sheets. */
export function scriptClasses(folder: string, known: ReadonlySet<string>): ScriptClasses {
  const names = readdirSync(folder).filter((name) => name.endsWith(".js") && !MANIFEST.test(name));
  const found = names.map((name) => {
    const script = readFileSync(join(folder, name), "utf8");
    const words = new Set([...script.matchAll(WORD)].map(([word]) => word));
    // Matches a class such as `toast-${kind}`.
    const beginnings = [...words].filter((word) => word.endsWith("-"));
    const classes = [...known].filter((name) => words.has(name) || beginnings.some((one) => name.startsWith(one)));
    return { name, classes, imports: (script.match(FILE) ?? []).map((file) => file.slice(file.lastIndexOf("/") + 1)) };
  });
  const byName = new Map(found.map((script) => [script.name, script]));
  const reach = (name: string, reached: Set<string>): Set<string> => {
    if (reached.has(name) || MANIFEST.test(name)) return reached;
    reached.add(name);
    for (const other of byName.get(name)?.imports ?? []) reach(other, reached);
    return reached;
  };
  return new Map(
    names.map((name) => [
      name,
      [...new Set([...reach(name, new Set())].flatMap((one) => byName.get(one)?.classes ?? []))],
    ]),
  );
}

const ATTRIBUTE = 'class="';

export function pageClasses(html: string, ofScripts: ScriptClasses): Set<string> {
  const attributes = new Set<string>();
  for (let at = html.indexOf(ATTRIBUTE); at !== -1; at = html.indexOf(ATTRIBUTE, at)) {
    at += ATTRIBUTE.length;
    attributes.add(html.slice(at, html.indexOf('"', at)));
  }
  const classes = new Set([...attributes].flatMap((attribute) => attribute.split(" ")));
  for (const [, name = ""] of html.matchAll(SCRIPT)) for (const one of ofScripts.get(name) ?? []) classes.add(one);
  return classes;
}
