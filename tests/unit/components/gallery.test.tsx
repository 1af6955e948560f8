import { expect, test } from "vitest";
import { AttributeList, Attributes, newAttributes } from "~/components/product/Attributes";
import { Gallery, picturesOf } from "~/components/product/Gallery";
import { ProductIntroduction } from "~/components/product/ProductIntroduction";
import { only, sourceOf, textsOf } from "../../support/html";
import { render } from "../../support/render";

const picture = (number: number) => `https://cdn.example/${number}.png`;
const pictures = (count: number) => Array.from({ length: count }, (_, index) => picture(index + 1));
const shown = (count: number) => pictures(count).map((src) => ({ src, srcSet: `${src} 360w`, sizes: "92vw" }));

test("a gallery shows each picture once, at most eight; without pictures, the thumbnail from the lists", () => {
  expect(picturesOf({ gallery: [picture(1), picture(2), picture(1)], thumbnail: picture(3) })).toEqual(pictures(2));
  expect(picturesOf({ gallery: pictures(20) })).toEqual(pictures(8));
  expect(picturesOf({ gallery: [], thumbnail: picture(3) })).toEqual([picture(3)]);
  expect(picturesOf({ gallery: [] })).toEqual([]);
});

test("a single picture has no strip and no links", () => {
  const html = render(<Gallery title="A rack" pictures={shown(1)} />);
  const attributes = { srcset: `${picture(1)} 360w`, sizes: "92vw", loading: "lazy" };
  expect(only(html, "img").attr()).toEqual({
    src: picture(1),
    ...attributes,
    alt: "A rack",
    width: "600",
    height: "400",
  });
  expect(html).not.toMatch(/href|tabindex/);
  expect(textsOf(render(<Gallery title="A rack" pictures={[]} />), "h1, li")).toEqual(["A rack"]);
});

test("the thumbnails can be focused, and every link has a name", () => {
  const html = render(<Gallery title="機架" pictures={shown(2)} />, "el_GR");
  expect(only(html, "ul").attr()).toEqual({ class: "strip", tabindex: "0", "aria-label": "產品圖片" });
  expect(html).toContain('alt="機架，第 2 張圖片，共 2 張"');
  expect(only(html, "a[href='#picture-2'] img").attr("alt")).toBe("第 2 張圖片");
});

test("attributes shown in an earlier list are omitted; the same name with another value is not", () => {
  const earlier = [{ attr: "Power", description: "3 kW" }];
  const list = [...earlier, { attr: "Power", description: "4 kW" }, { attr: "Noise", description: "70 dB" }];
  expect(newAttributes(list, [], earlier)).toEqual(list.slice(1));
  expect(newAttributes([...list, ...list])).toEqual(list);
});

test("a figure and its unit, or both ends of a range, stay on one line", () => {
  const list = [{ attr: "Operating range", description: "0–40 °C, 10–90% RH, 7 working days, 840 kSol/s" }];
  expect(render(<AttributeList className="facts" attributes={newAttributes(list)} />)).toContain(
    "0–\u206040\u00a0°C, 10–\u206090%\u00a0RH, 7 working days, 840\u00a0kSol/s",
  );
});

test("a section of attributes is named by its heading, and omitted if empty", () => {
  const attributes = [{ attr: "<b>", description: "3 kW" }];
  const html = render(<Attributes id="spec" title="Specification" attributes={attributes} isGrid />);
  expect(textsOf(html, "section.section[aria-labelledby=spec] > h2#spec:first-child")).toEqual(["Specification"]);
  expect([...textsOf(html, "dt"), ...textsOf(html, "dt + dd")]).toEqual(["<b>", "3 kW"]);
  expect(render(<Attributes id="spec" title="Specification" attributes={[]} />)).toBe("");
});

test("an introduction has its own heading or that of the page, never both", () => {
  const own = render(<ProductIntroduction introduction={{ heading: "Why &amp; how", html: "<p>So.</p>" }} />);
  expect(textsOf(own, "h2#introduction")).toEqual(["Why & how"]);
  expect(sourceOf(own, ".prose")).toBe('<div class="prose"><p>So.</p></div>');
  const ours = render(<ProductIntroduction introduction={{ html: "<p>So.</p>" }} />);
  expect(textsOf(ours, "h2#introduction")).toEqual(["Introduction"]);
  expect(render(<ProductIntroduction />)).toBe("");
});
