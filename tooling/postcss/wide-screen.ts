import postcss, { type Container, type Declaration, type Plugin, type Root } from "postcss";
import { WIDE_SCREEN_SIZES } from "../../packages/critical-css/shared-file";

/**
 * Makes a plugin for screens wider than a phone, whose root font is up to twice its base: an added block repeats every
 * size, limited to 1.25 times. Browsers without `min()` ignore it.
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

/** The unit that replaces one rem: 1.25 times the visitor's base, which CSS cannot name; 20 px below 750 px. */
const UNIT = "--wide-rem";
const UNIT_VALUE = "min(1rem, max(20px, 0.625rem))";

const SIZE =
  /^(?:font-size|line-height|(?:min-|max-)?(?:width|height)|top|right|bottom|left|columns|flex|flex-basis|transform|grid-(?:gap|column-gap|template-columns)|background-(?:position|size)|outline-offset|scroll-padding.*|(?:margin|padding)(?:-.*)?|border.*-(?:radius|width)|border-radius)$/;
const EDGE = /^(?:border(?:-(?:top|right|bottom|left))?|outline)$/;

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

/** Keeps only the sizes of a declaration, because a shorthand would reset values that other rules have changed. */
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
