import { useText } from "~/i18n/text";
import type { Product } from "~server/upstream/catalogue";

/** The attributes of a product in the visitor's language (spec section 3). */
export function Specification({ attributes }: { attributes: Product["attributes"] }) {
  const t = useText();
  if (!attributes.length) return null;
  return (
    <section className="section" aria-labelledby="attributes">
      <h2 id="attributes">{t("PowerProductDetail.attributes")}</h2>
      <dl className="facts card">
        {attributes.map(({ attr, description }, index) => (
          <div key={index}>
            <dt>{attr}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
