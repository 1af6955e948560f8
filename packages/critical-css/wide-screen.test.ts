import { expect, test } from "vitest";
import { withoutWideScreen } from "./wide-screen";

test("a sheet can be had without its blocks for wide screens", async () => {
  const narrow = ".a{margin:1rem}@media print{.a{margin:0}}";
  const columns = "@media (min-width:29.3em){.a{margin:0}@media (min-width:750px) and (hover:hover){.a{top:0}}}";
  const sizes = "@media (min-width:29.3em),(min-width:750px){@supports (width:min(1px,1px)){.a{margin:0}}}";
  expect(withoutWideScreen(columns + narrow + sizes)).toBe(narrow);
});
