import { formatAsOf } from "~/i18n/formats";
import { useLoaderData } from "@remix-run/react";
import { AttributeList, Attributes, newAttributes } from "~/components/product/Attributes";
import { Gallery, picturesOf } from "~/components/product/Gallery";
import { ProductIntroduction } from "~/components/product/ProductIntroduction";
import { ProductErrorPage } from "~/components/product/ProductErrorPage";
import { Screen } from "~/components/layout/Screen";
import { StaleNote } from "~/components/feedback/StaleNote";
import { StatusTag } from "~/components/feedback/StatusTag";
import { Unavailable } from "~/components/feedback/Unavailable";
import { publicHead } from "~server/documents/public-head";
import { getText } from "~server/texts/text";
import { useText } from "~/i18n/text";
import { pageData, publicLoader } from "~server/loader/loader";
import { introductionOf } from "~server/markup/markup";
import { pictureFor, pictureUrl } from "~server/pictures/picture";
import { findProduct, minerPath } from "~server/catalogue/listing";
import { readResult } from "~server/loader/reads";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { Icon } from "~/components/layout/Icon";

const LIST_PATH = "/Index/Miner";

export const loader = publicLoader(async ({ locale, params }) => {
  const productId = params.id ?? "";
  const text = getText(locale);
  const path = minerPath(productId);
  const { value: found, failure } = await readResult(findProduct(locale, productId));
  if (!found) {
    const title = text("MinerProductDetail.unavailable");
    return pageData({ title, head: undefined, miner: null, failure }, { complete: false });
  }
  const { product, asOf } = found;
  const { title, status, statusText, attributes, otherAttributes, otherAttrs } = product;
  const description = { text: text("MinerProductDetail.description", { title }) };
  return pageData({
    title,
    head: {
      ...publicHead(locale, path, description, pictureUrl("share", picturesOf(product)[0])),
      about: { type: "Product" as const, name: title },
    },
    asOf: formatAsOf(asOf?.getTime(), locale),
    miner: {
      productId,
      title,
      status,
      statusText,
      pictures: picturesOf(product).flatMap((address) => pictureFor("gallery", address) ?? []),
      highlights: otherAttrs,
      attributes: newAttributes(attributes, otherAttrs),
      configuration: newAttributes(otherAttributes, otherAttrs, attributes),
    },
    introduction: introductionOf(product.introduce, text("Notice.cut")),
  });
});

export default function MinerProductDetail() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  if (!data.miner) {
    return (
      <Screen title={t("MinerProductDetail.title")} back={LIST_PATH}>
        <Unavailable title={t("MinerProductDetail.unavailable")} failure={data.failure}>
          <QuietLink href={LIST_PATH}>{t("common.miner")}</QuietLink>
        </Unavailable>
      </Screen>
    );
  }
  const { miner, introduction } = data;
  const message = miner.status === "ended" || miner.status === "presale" ? miner.status : "contact";
  const isOver = message === "ended";
  return (
    <Screen title={miner.title} hasHead back={LIST_PATH} wideScreen>
      <StaleNote asOf={data.asOf} />
      <div className="page-columns stack-4">
        <Gallery title={miner.title} pictures={miner.pictures}>
          <StatusTag status={miner.status} text={miner.statusText} />
        </Gallery>
        {/* A miner is sold on request. After its sale has ended, the other miners come first. */}
        <div className="page-side stack">
          <aside className="card contact" aria-labelledby="contact">
            <h2 id="contact">{t(`MinerProductDetail.${message}Title`)}</h2>
            <p className="soft">{t(`MinerProductDetail.${message}Text`)}</p>
            {isOver ? <ButtonLink href={LIST_PATH}>{t("MinerProductDetail.toMiners")}</ButtonLink> : null}
            <ButtonLink quiet={isOver} href={`/LeavingMessage?product=${encodeURIComponent(miner.productId)}`}>
              <Icon name="support" />
              {t("LeavingMessage.title")}
            </ButtonLink>
          </aside>
        </div>
        <div className="page-main stack">
          <AttributeList attributes={miner.highlights} className="facts facts-3 wrap card" />
          <Attributes id="attributes" title={t("MinerProductDetail.attributes")} attributes={miner.attributes} isGrid />
          <Attributes
            id="configuration"
            title={t("MinerProductDetail.configuration")}
            attributes={miner.configuration}
          />
          <ProductIntroduction introduction={introduction} />
        </div>
      </div>
    </Screen>
  );
}

export function ErrorBoundary() {
  return (
    <ProductErrorPage
      screen="MinerProductDetail.title"
      title="MinerProductDetail.notFound"
      text="MinerProductDetail.notFoundText"
      list={{ path: LIST_PATH, name: "common.miner" }}
    />
  );
}
