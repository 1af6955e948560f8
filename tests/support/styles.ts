import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postcss, { type Root } from "postcss";
import ts from "typescript";

/** Reads the style sheets of the app, and the classes, elements and attributes that its source can render. */

const app = fileURLToPath(new URL("../../app", import.meta.url));

/** Returns the files of the app with that ending, as paths from `app`. */
function appFiles(ending: string): string[] {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(ending)).sort();
}

const appFile = (path: string) => readFileSync(join(app, path), "utf8");

/** A style sheet of the source. */
export interface Sheet {
  /** The path from `app`. */
  path: string;
  root: Root;
}

/** Returns every style sheet of the app. */
export function styleSheets(): Sheet[] {
  return appFiles(".css").map((path) => ({ path, root: postcss.parse(appFile(path), { from: path }) }));
}

/** Stands for a part of a class that is known only at run time. */
export const UNKNOWN = "*";

/** The markup that one file can render. */
export interface Markup {
  /** The path from `app`. */
  path: string;
  /** The classes, as `tag-*` if the end is unknown. Omits entirely unknown classes, which come from another file. */
  classes: Set<string>;
  elements: Set<string>;
  /** Attribute names as in HTML. */
  attributes: Set<string>;
}

/** Returns the markup of every component and route, and the classes in the data of links. */
export function markups(): Markup[] {
  return [...appFiles(".tsx"), ...appFiles(".server.ts")].map((path) => {
    const markup: Markup = { path, classes: new Set(), elements: new Set(), attributes: new Set() };
    const read = (node: ts.Node): void => {
      if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) markup.elements.add(node.tagName.getText());
      if (ts.isJsxAttribute(node)) {
        const name = node.name.getText();
        markup.attributes.add(name.startsWith("aria-") ? name : name.toLowerCase());
      }
      if ((ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && node.name.getText() === "className") {
        const classes = textsOf(node.initializer).flatMap((text) => text.split(/\s+/));
        for (const each of classes) if (each && each !== UNKNOWN) markup.classes.add(each);
      }
      ts.forEachChild(node, read);
    };
    read(ts.createSourceFile(path, appFile(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
    return markup;
  });
}

/** Returns every possible value of an expression for a class. */
function textsOf(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (texts, span) =>
        texts.flatMap((text) => textsOf(span.expression).map((value) => text + value + span.literal.text)),
      [node.head.text],
    );
  }
  return [UNKNOWN];
}
