import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { readStyleSheets } from "./style-sheets";

function build(files: Record<string, string>) {
  const folder = freshFolder("storefront-styles");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  const all = Object.keys(files).length > 0 ? { [FILE]: "", ...files } : files;
  for (const [name, css] of Object.entries(all)) writeFileSync(join(folder, "assets", name), css);
  return readStyleSheets(
    folder,
    Object.keys(files)
      .filter((name) => name.startsWith("root"))
      .map(addressOf),
  );
}

/** Returns a page's markup after the transformation, in one piece. */
function written(styles: ReturnType<typeof build>, markup: string, wanted: typeof FIRST) {
  const { pieces, sources } = styles?.writeInto(markup, wanted) ?? expect.fail("no style");
  return { html: pieces.join(""), sources };
}

const FILE = "styles-a1b2c3d4.css";
const addressOf = (name: string) => `/assets/${name}`;
const link = (name: string) => `<link rel="stylesheet" href="${addressOf(name)}"/>`;
const WIDE = "@media (min-width:29.3em){a{top:0}}";
const FIRST = { isFirst: true, fetchesFile: true };
const SAVING = { isFirst: true, fetchesFile: false };
const LATER = { isFirst: false, fetchesFile: false };

test("the first page has its CSS inline, each sheet allowed by its hash", () => {
  const styles = build({ "root-a1.css": "a{color:red}\n", "route-b2.css": "b{color:blue}" });
  const head = `<head>${link("root-a1.css")}${link("route-b2.css")}</head>`;
  const { html, sources } = written(styles, head, SAVING);
  expect(html).toBe("<head><style>a{color:red}</style><style>b{color:blue}</style></head>");
  const hash = (css: string) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;
  expect(sources).toEqual([hash("a{color:red}"), hash("b{color:blue}")]);
});

test("later pages link to the shared file and inline only the CSS that it lacks", () => {
  const styles = build({ "root-a1.css": "a{}", "root-home.css": "h{}", "route-b2.css": "b{}" });
  const links = link("root-a1.css") + link("root-home.css") + link("route-b2.css");
  const { html, sources } = written(styles, `<head>${links}</head>`, LATER);
  expect(html).toBe(`<head>${link(FILE)}<style>b{}</style></head>`);
  expect(sources.length).toBe(1);
});

test("the first page fetches the shared file for wide screens, unless the visitor saves data", () => {
  const styles = build({ "root-a1.css": `a{}${WIDE}`, "root-home.css": `h{}${WIDE}`, "route-b2.css": `b{}${WIDE}` });
  const head = `<head>${link("root-a1.css")}${link("root-home.css")}${link("route-b2.css")}</head>`;
  const file = `<link rel="stylesheet" href="/assets/${FILE}" media="(min-width: 29.3em), (min-width: 750px)"/>`;
  expect(written(styles, head, FIRST).html, "rules missing from the shared file follow its link").toBe(
    `<head><style>a{}\nh{}</style>${file}<style>b{}${WIDE}</style></head>`,
  );
  expect(written(styles, head, SAVING).html, "without the shared file, rules for wide screens are left out").toBe(
    "<head><style>a{}\nh{}</style><style>b{}</style></head>",
  );
  expect(written(styles, head, LATER).html).toBe(`<head>${link(FILE)}<style>b{}${WIDE}</style></head>`);
});

test("a sheet of another build, or one that could close its element, stays a link", () => {
  const styles = build({ "root-a1.css": "a{}", "evil.css": "a{content:'</style><script>'}" });
  const others = link("other.css") + link("evil.css");
  expect(written(styles, link("root-a1.css") + others, LATER)).toEqual({ html: link(FILE) + others, sources: [] });
  expect(written(styles, others, LATER)).toEqual({ html: others, sources: [] });
});

test("the version depends on the shared file, not on a page's own styles", () => {
  const before = build({ "root-a1.css": "a{}" })?.version;
  expect(before).toBeDefined();
  expect(build({ "root-a1.css": "a{}", "route-b2.css": "b{}" })?.version).toBe(before);
  expect(build({ "root-a1.css": "a{}", "styles-00000000.css": "" })?.version).not.toBe(before);
});

test("inline CSS has only rules for the classes on its page", () => {
  const css = [
    "@font-face{font-family:f}",
    "a,.on b{top:0}",
    ".off{top:1px}",
    ".on .off,.on+.on:not(.off){top:2px}",
    ":is(.off,.on),[href*='.off']{top:3px}",
    "@media print{.off{top:4px}.on.more{top:5px}}",
    "@supports (top:0){.off{top:6px}}",
    ".on{top:7px}",
  ].join("");
  const styles = build({ "root-a1.css": css });
  const { html, sources } = written(styles, `<head>${link("root-a1.css")}</head><p class="more on">`, SAVING);
  const needed = [
    "@font-face{font-family:f}",
    "a,.on b{top:0}",
    ".on+.on:not(.off){top:2px}",
    ":is(.off,.on),[href*='.off']{top:3px}",
    "@media print{.on.more{top:5px}}",
    ".on{top:7px}",
  ].join("");
  expect(html).toContain(`<style>${needed}</style>`);
  expect(sources).toEqual([`'sha256-${createHash("sha256").update(needed).digest("base64")}'`]);
  const other = written(styles, `<head>${link("root-a1.css")}</head><p class="off">`, SAVING);
  expect(other.html, "another page has its own rules").toContain(".off{top:1px}");
});

test("inline CSS includes rules for the classes set by the page's scripts and their imports", () => {
  const classes = ["plain", "tag-paid", "of-import", "of-other", "property"];
  const styles = build({
    "root-a1.css": classes.map((name) => `.${name}{top:0}`).join(""),
    "page-1.js": "import{a}from'./part-2.js';e('p',{className:`tag-`+k,property:1});f('so plain')",
    "part-2.js": "import './page-1.js';x='of-import'",
    "manifest-3.js": "'/assets/other-4.js'",
    "other-4.js": "x='of-other'",
  });
  const scripts = [addressOf("page-1.js"), addressOf("manifest-3.js")].map((src) => `<script src="${src}"></script>`);
  const { html } = written(styles, `<head>${link("root-a1.css")}</head>${scripts.join("")}`, SAVING);
  expect(html).toContain("<style>.plain{top:0}.tag-paid{top:0}.of-import{top:0}</style>");
});

test("a folder without style sheets yields none", () => {
  expect(build({})).toBeUndefined();
  expect(readStyleSheets("/nowhere", [])).toBeUndefined();
});

test("the first page omits rules for wide screens until the shared file is loaded", () => {
  const narrow = "a{margin:1rem}@media print{a{margin:0}}";
  const columns = "@media (min-width:29.3em){a{margin:0}@media (min-width:750px) and (hover:hover){a{top:0}}}";
  // Minifiers may drop the space.
  const desktop = [" and", "and"]
    .map((and) => `@media (min-width:750px)${and} (hover:hover)${and} (pointer:fine){a{top:0}}`)
    .join("");
  const sizes = "@media (min-width:29.3em),(min-width:750px){@supports (width:min(1px,1px)){a{margin:0}}}";
  const styles = build({ "root-a1.css": columns + narrow + desktop + sizes });
  expect(written(styles, `<head>${link("root-a1.css")}</head>`, SAVING).html).toContain(`<style>${narrow}</style>`);
});
