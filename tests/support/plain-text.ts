import { isSentence } from "./html";
import { isElement, oneLine, parse, type Element } from "./scriptless/elements";

/**
 * Reads markup as browsers without CSS and SVG (lynx, w3m, links2, NetSurf, Dillo) show it (behaviour 10.38, 10.40):
 * icons are blank, attributes are not text, and inline elements share a line.
 */

type Node = Element["children"][number];

const UNREAD = new Set(["script", "style", "head", "template", "svg"]);
/** The elements that lynx treats as blocks; `<header>`, `<nav>`, `<section>`, `<summary>` and others are inline. */
const BLOCKS = new Set(
  "address blockquote br dd div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr legend li ol p pre table td th tr ul".split(
    " ",
  ),
);
/** Fields, which are drawn in brackets. */
const FIELDS = new Set(["input", "select", "textarea", "progress"]);

function wordsOf(node: Node): string {
  if (node.type === "text") return node.data;
  if (!isElement(node) || UNREAD.has(node.name)) return "";
  return node.name === "img" ? (node.attribs.alt ?? "") : node.children.map(wordsOf).join("");
}

/** Matches Chinese characters. w3m drops a space between two of them unless it is a character reference. */
const CHINESE = "[\\u2e80-\\ua4cf\\uf900-\\ufaff\\uff01-\\uffef\\u{20000}-\\u{3ffff}]";
const ENDS_CHINESE = new RegExp(`${CHINESE}[ \\t\\r\\n]*$`, "u");
const BEGINS_CHINESE = new RegExp(`^[ \\t\\r\\n]*${CHINESE}`, "u");

/** Returns true if nothing visible separates two words on a line. A Chinese full stop needs no space after it. */
const touch = (before: string, after: string): boolean =>
  !before.endsWith("。") &&
  ((/\S$/.test(before) && /^\S/.test(after)) || (ENDS_CHINESE.test(before) && BEGINS_CHINESE.test(after)));

/** Returns the source of links, buttons and summaries without text. */
export function wordlessOf(html: string): string[] {
  const document = parse(html);
  // Nothing moves in these browsers, so there is nothing to pause.
  const controls = document("a[href], button, summary, label").not(".pause > summary").toArray();
  return controls.filter((control) => oneLine(wordsOf(control)) === "").map((control) => document.html(control));
}

/** Returns the places where words of two elements run together: the last words of one, and the first of the other. */
export function runTogetherOf(html: string): string[] {
  const found: string[] = [];
  /** The last words of the line, with their spaces and their element; undefined after a block. */
  let last: { words: string; inside: Element } | undefined;
  const read = (node: Node, inside: Element): void => {
    if (node.type === "text") {
      const words = node.data;
      if (words.trim() === "") {
        if (last) last = { ...last, words: last.words + words };
        return;
      }
      if (last && !contains(last.inside, inside) && !contains(inside, last.inside) && touch(last.words, words))
        found.push(`${last.words.slice(-20)}|${words.slice(0, 20)}`);
      last = { words, inside };
      return;
    }
    if (!isElement(node) || UNREAD.has(node.name) || (node.name === "input" && node.attribs.type === "hidden")) return;
    if (FIELDS.has(node.name)) {
      last = undefined;
      return;
    }
    const isBlock = BLOCKS.has(node.name);
    if (isBlock) last = undefined;
    // A text with translate=no, such as a deposit address, is one word even if its parts differ in weight.
    if (node.attribs.translate === "no" || isSentence(node)) read({ type: "text", data: wordsOf(node) } as Node, node);
    else if (node.name === "img") read({ type: "text", data: node.attribs.alt ?? "" } as Node, node);
    else for (const child of node.children) read(child, node);
    if (isBlock) last = undefined;
  };
  // A parser cannot distinguish a reference from a space, so references become em spaces first.
  const [body] = parse(html.replace(/&#32;/g, "\u2003"))("body").toArray();
  if (body) read(body, body);
  return found;
}

/** Returns true if one element contains the other, such as a sentence with a link, whose words belong together. */
function contains(outer: Element, inner: Element): boolean {
  for (let at: Element["parent"] = inner; at; at = at.parent) if (at === outer) return true;
  return false;
}
