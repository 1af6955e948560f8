import { formatTime } from "~/i18n/formats";
import { expect, test } from "vitest";
import { EmptyState } from "~/components/feedback/EmptyState";
import * as drawingsOfPages from "~/components/layout/page-drawings";
import { Icon } from "~/components/layout/Icon";
import { ProductCard } from "~/components/product/ProductCard";
import { SocialLinks } from "~/components/layout/SocialLinks";
import { StaleNote } from "~/components/feedback/StaleNote";
import { StatusTag } from "~/components/feedback/StatusTag";
import { namesOf } from "~server/catalogue/names";
import { cardOf } from "~server/catalogue/products";
import type { Picture } from "~server/pictures/picture";
import type { Product } from "~server/upstream/catalogue";
import { attributesOf, only, textOf, textsOf } from "../../support/html";
import { runTogetherOf } from "../../support/plain-text";
import { render } from "../../support/render";

const PRODUCT: Omit<Product, "thumbnail"> & { thumbnail: Picture; coin: string } = {
  productId: "1001",
  losslessId: "1001",
  title: "Storage power",
  thumbnail: { src: "/pictures/c64/a", srcSet: "/pictures/c128/a 2x" },
  gallery: [],
  status: "onsale",
  rawStatus: "1",
  miningCycleDays: "540",
  serviceRatePercent: "20",
  incomeType: "1",
  price: "1234.5600",
  paySymbol: "USDT",
  coin: "USDT",
  attributes: [],
  otherAttributes: [],
  otherAttrs: [],
};

test("a product card shows five figures: price per T, the estimate, cycle, service fee and settlement T+n", () => {
  const html = render(<ProductCard product={PRODUCT} />);
  expect(html).toContain(
    '<span class="figure" translate="no">1,234.56</span>\u00a0<span class="unit" translate="no">USDT</span>',
  );
  for (const fact of ["Today 540 days later", "Service fee 20%", "Credited the next day (T+1)"])
    expect(textOf(html)).toContain(fact);
  expect(textOf(render(<ProductCard product={PRODUCT} />, "el_GR"))).toContain("今天 540 天後");
  const full = render(
    <ProductCard
      product={cardOf({ ...PRODUCT, thumbnail: undefined, profitRatioPercent: "32.5" }, namesOf(undefined))}
    />,
  );
  expect(textOf(full)).toContain("Expected profit ratio 32.5% est.");
  expect(textsOf(full, ".deal-line")).toEqual(["Today Ratio period not stated 540 days later"]);
});

test("a product card is one link and names its action: buy, or view if not for sale", () => {
  const action = (product: object, locale?: "el_GR") =>
    textsOf(render(<ProductCard product={{ ...PRODUCT, ...product }} />, locale), "a .pill");
  expect(textsOf(render(<ProductCard product={PRODUCT} />), "a")[0]).toMatch(/Service\sfee/);
  expect(action({})).toEqual(["Buy"]);
  expect(action({}, "el_GR")).toEqual(["購買"]);
  for (const product of [{ status: "presale" }, { status: "ended" }, { closed: "soldOut" }, { closed: "notNow" }]) {
    expect(action(product)).toEqual(["View"]);
  }
});

test.each([
  ["en_US", "On Sale", "Sold out", "Not available now", "Sale Ended"],
  ["el_GR", "銷售中", "已售完", "目前無法購買", "已結束"],
] as const)(
  "a product that cannot be bought now shows that status, not On Sale: %s",
  (locale, onSale, soldOut, closed, ended) => {
    const tags = (product: object) =>
      textsOf(
        render(
          <ProductCard product={cardOf({ ...PRODUCT, thumbnail: undefined, ...product }, namesOf(undefined))} />,
          locale,
        ),
        ".tag",
      );
    expect(tags({})).toEqual([onSale]);
    expect(tags({ maxBuy: "0" })).toEqual([soldOut]);
    expect(tags({ minBuy: "5", maxBuy: "4" })).toEqual([soldOut]);
    expect(tags({ price: undefined })).toEqual([closed]);
    expect(tags({ unclear: true, maxBuy: "0" })).toEqual([closed]);
    expect(tags({ maxBuy: "0", statusText: "Back on Friday" })).toEqual(["Back on Friday"]);
    expect(tags({ maxBuy: "0", status: "ended" })).toEqual([ended]);
  },
);

test("without CSS a card's name, status and price do not run together", () => {
  const html = render(<ProductCard product={{ ...PRODUCT, title: "Probe Power 1" }} />);
  expect(textOf(html)).toMatch(/^Probe Power 1 On Sale Price per T 1,234.56 USDT Buy Today 540 days later .*T\+1\)$/);
  expect(runTogetherOf(html)).toEqual([]);
});

test("missing values of a product are shown as missing, never as 0", () => {
  const { productId, title, gallery, status, rawStatus, attributes, otherAttributes, otherAttrs } = PRODUCT;
  const bare = { productId, title, gallery, status, rawStatus, attributes, otherAttributes, otherAttrs };
  const html = render(<ProductCard product={bare} />);
  expect(html.match(/—/g)).toHaveLength(2);
  expect(html).not.toMatch(/>0|<img/);
});

test("a product card links to its product, whatever characters the id has", () => {
  const odd = render(<ProductCard product={{ ...PRODUCT, productId: '../Login?a="b"&c#d' }} />);
  expect(odd).toContain('href="/PowerProductDetail/..%2FLogin%3Fa%3D%22b%22%26c%23d"');
});

test("pictures below the first screen load lazily, and every picture has its size", () => {
  const addresses = { src: "/pictures/c64/a", srcset: "/pictures/c128/a 2x" };
  const picture = { ...addresses, width: "64", height: "64", loading: "lazy" };
  expect(only(render(<ProductCard product={PRODUCT} />), "img").attr()).toMatchObject(picture);
  expect(render(<ProductCard product={PRODUCT} eager />)).not.toContain("loading=");
});

test("a status has text and colour: Pre Sale, On Sale, Sale Ended; the upstream's own text wins", () => {
  const words = (["presale", "onsale", "ended"] as const).map((status) => render(<StatusTag status={status} />));
  expect(words).toEqual([
    '<span class="tag tag-presale">Pre Sale</span>',
    '<span class="tag tag-onsale">On Sale</span>',
    '<span class="tag tag-ended">Sale Ended</span>',
  ]);
  expect(render(<StatusTag status="ended" text="<i>Sold out</i>" />)).toBe(
    '<span class="tag tag-ended">&lt;i&gt;Sold out&lt;/i&gt;</span>',
  );
});

test("stale data shows its time; fresh data does not", () => {
  expect(render(<StaleNote asOf={formatTime(Date.UTC(2026, 0, 2, 3, 4, 5), "en_US")} />)).toBe(
    '<p class="note" role="status">We can’t refresh this right now. It’s from Jan\u00a02,\u00a02026, 11:04\u00a0(UTC+8).</p>',
  );
  expect(render(<StaleNote />)).toBe("");
});

test("unconfigured contacts are hidden, and without any there is no list", () => {
  const some = render(
    <SocialLinks site={{ telegram: "https://t.me/example", salesEMail: "mailto:sales@example.com" }} />,
  );
  expect(attributesOf(some, "[href]", "href")).toEqual(["https://t.me/example", "mailto:sales@example.com"]);
  expect(textsOf(some, "[href]")).toEqual(["Telegram", "Sales email"]);
  expect(some).not.toContain("Twitter");
  expect(render(<SocialLinks site={{}} />)).toBe("");
});

test("each kind of empty page has its own drawing with the arc of the logo", () => {
  const kinds = ["lost" as const, ...Object.values(drawingsOfPages)];
  const drawings = kinds.map((kind) => render(<EmptyState illustration={kind} title="Nothing" />));
  expect(new Set(drawings).size).toBe(kinds.length);
  for (const drawing of drawings) {
    const [arc, ...others] = attributesOf(drawing, ".drawing-accent", "d");
    expect(others).toEqual([]);
    expect(arc, "half the circle, or the existing part").toMatch(/^M[\d ]+a(\d+) \1 0 0 1 [\d-]+ ?[\d-]+$/);
  }
});

test("decorative drawings are hidden from screen readers", () => {
  const html = render(
    <>
      <Icon name="next" />
      <EmptyState illustration="lost" title="Nothing here" text="Come back later" />
    </>,
  );
  expect(attributesOf(html, "svg", "aria-hidden")).toEqual(["true", "true"]);
  expect(html).toContain("Nothing here");
});
