import { Facts } from "./Facts";
import { Section } from "./Section";
import type { Product } from "~server/upstream/catalogue";

type Attribute = Product["attributes"][number];

/** Whether a list contains an attribute. */
const says = (list: readonly Attribute[], { attr, description }: Attribute) =>
  list.some((one) => one.attr === attr && one.description === description);

/** The attributes of a list that no earlier list contains, each once. */
export function newAttributes(list: readonly Attribute[], ...earlier: readonly (readonly Attribute[])[]): Attribute[] {
  return list.filter((one, index) => !says(list.slice(0, index), one) && !earlier.some((other) => says(other, one)));
}

/**
 * Attributes in the visitor's language (behaviour 3.22), with a heading.
 *
 * @param shape `grid` for what a buyer compares, `list` for lines of a data sheet
 */
export function Attributes({
  id,
  title,
  attributes,
  shape,
}: {
  id: string;
  title: string;
  attributes: readonly Attribute[];
  shape: "grid" | "list";
}) {
  if (!attributes.length) return null;
  return (
    <Section id={id} title={title}>
      <AttributeList className={shape === "grid" ? "facts facts-grid card" : "facts card"} attributes={attributes} />
    </Section>
  );
}

/** Attributes without a heading; renders nothing for an empty list. */
export function AttributeList({ attributes, className }: { attributes: readonly Attribute[]; className: string }) {
  return <Facts className={className} lines={attributes.map(({ attr, description }) => [attr, held(description)])} />;
}

/** Keeps a figure and its short unit on one line, and both ends of a range. */
const held = (text: string) =>
  text.replace(/([\d%]) (?=\S{1,6}(?!\S))/g, "$1\u00a0").replace(/(\d–)(?=\d)/g, "$1\u2060");
