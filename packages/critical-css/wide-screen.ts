/** The medium of screens that are wider than a phone: rules for them alone are under it. */
const WIDE = "(min-width: 29.3em)";

/**
 * The medium of the sizes of such screens. From 750 px on the root font is at its largest, whatever the visitor's own
 * base: text at 200 % must not be four times as large there.
 */
export const WIDE_SCREEN_SIZES = `${WIDE}, (min-width: 750px)`;

/** The beginning of a block under one of them, as it is in a built sheet. */
const BLOCK = /@media ?\(min-width: ?29\.3em\)(?:, ?\(min-width: ?750px\))? ?\{/;

/**
 * A style sheet without its blocks for wide screens.
 *
 * @param css as the build writes it: no comment or string has a brace
 */
export function withoutWideScreen(css: string): string {
  const found = BLOCK.exec(css);
  if (!found) return css;
  let end = found.index + found[0].length;
  for (let depth = 1; depth > 0 && end < css.length; end += 1) {
    if (css[end] === "{") depth += 1;
    else if (css[end] === "}") depth -= 1;
  }
  return withoutWideScreen(css.slice(0, found.index) + css.slice(end));
}
