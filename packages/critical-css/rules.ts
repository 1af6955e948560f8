export type Rule =
  /** A rule that every page needs, such as `@font-face`. */
  | string
  /** `@media` or `@supports`, with the rules in it. */
  | { condition: string; rules: Rule[] }
  | { selectors: { text: string; classes: string[] }[]; block: string };

/** Parses the rules of a built style sheet, in which no comment or string contains a brace. */
export function parseRules(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < css.length;) {
    const opens = css.indexOf("{", at);
    if (opens === -1) return [...rules, css.slice(at)];
    const end = endOfBlock(css, opens);
    const head = css.slice(at, opens).trim();
    if (/^@(?:media|supports)/.test(head)) {
      rules.push({ condition: head, rules: parseRules(css.slice(opens + 1, end - 1)) });
    } else if (head.startsWith("@")) rules.push(css.slice(at, end));
    else rules.push({ selectors: selectorsOf(head), block: css.slice(opens, end) });
    at = end;
  }
  return rules;
}

function endOfBlock(css: string, opens: number): number {
  let end = opens + 1;
  for (let depth = 1; depth > 0 && end < css.length; end += 1) {
    if (css[end] === "{") depth += 1;
    else if (css[end] === "}") depth -= 1;
  }
  return end;
}

function selectorsOf(head: string): { text: string; classes: string[] }[] {
  const texts: string[] = [];
  for (const part of head.split(",")) {
    const last = texts.at(-1);
    // A comma in parentheses, as in `:is(a, b)`, separates no selectors.
    const isOpen = last !== undefined && last.split("(").length > last.split(")").length;
    if (isOpen) texts[texts.length - 1] = `${last},${part}`;
    else texts.push(part);
  }
  return texts.map((text) => ({ text: text.trim(), classes: classesOfSelector(text) }));
}

/** Returns the classes without which a selector matches nothing: not those in parentheses or attributes. */
function classesOfSelector(selector: string): string[] {
  let outside = selector.replace(/\[[^\]]*\]/g, "");
  while (/\([^()]*\)/.test(outside)) outside = outside.replace(/\([^()]*\)/g, "");
  return [...outside.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
}

export function classesOf(rules: readonly Rule[]): string[] {
  const all = rules.flatMap((rule) => {
    if (typeof rule === "string") return [];
    return "rules" in rule ? classesOf(rule.rules) : rule.selectors.flatMap(({ classes }) => classes);
  });
  return [...new Set(all)];
}

/**
 * Returns the sheet's text without selectors that match nothing on a page with these classes, and without the rules
 * of conditions that `isLeftOut` accepts.
 */
export function rulesFor(
  rules: readonly Rule[],
  classes: ReadonlySet<string>,
  isLeftOut: (condition: string) => boolean,
): string {
  let css = "";
  for (const rule of rules) {
    if (typeof rule === "string") css += rule;
    else if ("rules" in rule) {
      const inner = isLeftOut(rule.condition) ? "" : rulesFor(rule.rules, classes, isLeftOut);
      if (inner !== "") css += `${rule.condition}{${inner}}`;
    } else {
      const matching = rule.selectors.filter((selector) => selector.classes.every((name) => classes.has(name)));
      if (matching.length > 0) css += matching.map(({ text }) => text).join(",") + rule.block;
    }
  }
  return css;
}
