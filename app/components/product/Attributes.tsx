import { DescriptionList } from "~/components/layout/DescriptionList";
import { Section } from "~/components/layout/Section";
import type { Product } from "~server/upstream/catalogue";

type Attribute = Product["attributes"][number];

const label = (list: readonly Attribute[], { attr, description }: Attribute) =>
  list.some((one) => one.attr === attr && one.description === description);

/** Omits attributes that an earlier list contains, and keeps both ends of a range on one line. */
export function newAttributes(list: readonly Attribute[], ...earlier: readonly (readonly Attribute[])[]): Attribute[] {
  return list
    .filter((one, index) => !label(list.slice(0, index), one) && !earlier.some((other) => label(other, one)))
    .map((one) => ({ ...one, description: one.description.replace(/(\d\u2013)(?=\d)/g, "$1\u2060") }));
}

export function Attributes({
  id,
  title,
  attributes,
  isGrid = false,
}: {
  id: string;
  title: string;
  attributes: readonly Attribute[];
  isGrid?: boolean;
}) {
  if (!attributes.length) return null;
  return (
    <Section id={id} title={title} isFolded={!isGrid}>
      <AttributeList className={`facts card${isGrid ? " facts-grid wrap" : ""}`} attributes={attributes} />
    </Section>
  );
}

export function AttributeList({ attributes, className }: { attributes: readonly Attribute[]; className: string }) {
  return (
    <DescriptionList
      className={className}
      lines={attributes.map(({ attr, description }) => [attr, withoutBreaks(description)])}
    />
  );
}

/** Puts no-break spaces between figures and short units. */
const withoutBreaks = (text: string) => text.replace(/([\d%]) (?=\S{1,6}(?!\S))/g, "$1\u00a0");
