import postcss, { type Container, type Declaration, type Plugin, type Root } from "postcss";
import { WIDE_SCREEN_SIZES } from "../../packages/critical-css/wide-screen";

/**
 * On a screen wider than a phone the root font goes on growing, up to twice its base; what is measured in it stops at
 * 1.25 times, so that the screen shows more, not only larger (decision 0043). This adds to the end of each sheet a
 * block for such screens that repeats every size: all of them, so that their order among each other stays. The unit
 * there is never more than the root font's size, so on a desktop, where that stays small, nothing changes. A browser
 * that does not know `min()` skips the block.
 */
export function wideScreenSizes(): Plugin {
  return {
    postcssPlugin: "wide-sizes",
    OnceExit(sheet) {
      if (!/\drem\b/.test(sheet.toString())) return;
      const sizes = sizesOf(sheet);
      sizes.prepend(postcss.rule({ selector: ":root", nodes: [postcss.decl({ prop: UNIT, value: UNIT_VALUE })] }));
      const known = postcss.atRule({ name: "supports", params: "(width: min(1px, 1px))", nodes: sizes.nodes });
      sheet.append(postcss.atRule({ name: "media", params: WIDE_SCREEN_SIZES, nodes: [known] }));
    },
  };
}

/**
 * What one rem is there: 1.25 times the visitor's own base. That base has no name in a style sheet. From 750 px on the
 * root font is twice as large, so 0.625 of it are 1.25 times the base; below, 20 px are, where the base is 16 px.
 */
const UNIT = "--wide-rem";
const UNIT_VALUE = "min(1rem, max(20px, 0.625rem))";

/** The properties that set a size or a position. */
const SIZE =
  /^(?:font-size|line-height|(?:min-|max-)?(?:width|height)|top|right|bottom|left|flex|flex-basis|transform|grid-(?:gap|column-gap|template-columns)|background-(?:position|size)|outline-offset|scroll-padding.*|(?:margin|padding)(?:-.*)?|border.*-(?:radius|width)|border-radius)$/;
const EDGE = /^(?:border(?:-(?:top|right|bottom|left))?|outline)$/;

/** A sheet with nothing but its sizes, measured in the unit above. */
function sizesOf(sheet: Root): Root {
  const sizes = sheet.clone();
  sizes.walkAtRules((rule) => {
    if (rule.name === "media" && rule.params.includes("print")) rule.remove();
    else if (rule.name === "keyframes" && !/\drem\b/.test(rule.toString())) rule.remove();
    else if (rule.name === "view-transition") rule.remove();
  });
  sizes.walkComments((comment) => void comment.remove());
  sizes.walkDecls((declaration) => {
    if (!isInFrames(declaration)) onlySizes(declaration);
    declaration.value = inUnit(declaration.value);
  });
  removeEmpty(sizes);
  return sizes;
}

const isInFrames = ({ parent }: Declaration) =>
  parent?.parent?.type === "atrule" && "name" in parent.parent && parent.parent.name === "keyframes";

/** Strips everything but the sizes from a declaration: a shorthand would set again what other rules have changed. */
function onlySizes(declaration: Declaration): void {
  const { prop, value, parent } = declaration;
  const isRoot = parent?.type === "rule" && "selector" in parent && parent.selector === "html";
  if (prop === "font" && value === "inherit") {
    declaration.cloneBefore({ prop: "font-size" });
    declaration.prop = "line-height";
  } else if (EDGE.test(prop)) {
    const width = /(?:^|\s)(0|[\d.]+(?:px|rem))(?=\s|$)/.exec(value)?.[1];
    if (width === undefined) declaration.remove();
    else declaration.assign({ prop: `${prop}-width`, value: width });
  } else if (!SIZE.test(prop) || (isRoot && prop === "font-size")) declaration.remove();
}

/** A value with every rem in the unit above. */
function inUnit(value: string): string {
  return value.replace(/(-?[\d.]+)rem\b/g, (_, times: string) =>
    times === "1" ? `var(${UNIT})` : `calc(${times} * var(${UNIT}))`,
  );
}

function removeEmpty(container: Container): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (!("nodes" in node)) continue;
    removeEmpty(node);
    if (!node.nodes?.length) node.remove();
  }
}
