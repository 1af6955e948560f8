import { readdirSync } from "node:fs";
import { join } from "node:path";
import postcss from "postcss";
import { routeTable, type RouteEntries } from "@storefront/remix-runtime/route-table";
import { SHARED_FILE } from "@storefront/critical-css/shared-sheets";
import { CLIENT_BUILD, clientFile, clientManifest, SERVER_BUILD } from "./built";
import { all, documentOf } from "./html";

/** The classes that rules of a style sheet name. */
const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = ""]) => name));

/** The texts of the style sheets of the build that have such a name. */
function sheetsOfBuild(name: RegExp): string[] {
  const names = readdirSync(join(CLIENT_BUILD, "assets")).filter((one) => name.test(one));
  return names.map((one) => clientFile(`assets/${one}`));
}

let styled: Set<string> | undefined;

/** The classes that any style sheet of the build names. */
const classesOfBuild = () => (styled ??= new Set(sheetsOfBuild(/\.css$/).flatMap((css) => [...classesIn(css)])));

/** The style sheets of the routes that an address leads to. */
async function ownSheets(url: string): Promise<string[]> {
  const { routes } = (await import(SERVER_BUILD)) as { routes: RouteEntries };
  const ids = routeTable(routes).idsOf(new URL(url).pathname) ?? ["root"];
  return [...new Set(ids.flatMap((id) => clientManifest().routes[id]?.css ?? []))].map(clientFile);
}

/** The classes in a page that have their style in a sheet of other routes. */
export async function unstyledOf(html: string, url: string): Promise<string[]> {
  const here = new Set((await ownSheets(url)).flatMap((css) => [...classesIn(css)]));
  const used = documentOf(html)
    .find("[class]")
    .toArray()
    .flatMap((element) => ("attribs" in element ? (element.attribs["class"] ?? "").split(/\s+/) : []));
  return [...new Set(used)].filter((name) => classesOfBuild().has(name) && !here.has(name));
}

/** The rules of style sheets, each with its declarations and conditions, by selector. */
function rulesOf(sheets: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const css of sheets) {
    postcss.parse(css).walkRules((rule) => {
      const { parent, selectors, nodes } = rule;
      const condition = parent && "params" in parent ? `${parent.name} ${parent.params}` : "";
      if (condition.includes("keyframes")) return;
      for (const selector of selectors) found.set(`${condition} ${selector} ${nodes.join(";")}`, stateless(selector));
    });
  }
  return found;
}

const STATE = /::?(?!not|nth|first|last|root)[\w-]+(?:\([^)]*\))?/g;

/** A parser knows no states: an element in any of them counts. */
const stateless = (selector: string) => selector.replace(STATE, "").replace(/(^|[\s>+~])(?=$|[\s>+~])/g, "$1*");

/** Rules of Home or of a product that reach into another page, which has its style from the same file. */
export async function strangersOf(html: string, url: string): Promise<string[]> {
  const own = rulesOf(await ownSheets(url));
  shared ??= rulesOf(sheetsOfBuild(SHARED_FILE));
  return [...shared].filter(([rule, about]) => !own.has(rule) && all(html, about).length > 0).map(([rule]) => rule);
}

let shared: ReturnType<typeof rulesOf> | undefined;
