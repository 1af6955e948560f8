import { ButtonLink } from "~/components/layout/ButtonLink";
import { Icon } from "~/components/layout/Icon";
import { useText } from "~/i18n/text";
import type { Product } from "~server/upstream/catalogue";

/**
 * A miner is sold on request: a link to the contact form, with the miner's id. If its sale has not begun, or is over,
 * the card reports that; after the end it links to the other miners first.
 */
export function ContactCard({
  productId,
  status,
  listPath,
}: {
  productId: string;
  status: Product["status"];
  listPath: string;
}) {
  const t = useText();
  const message = status === "ended" || status === "presale" ? status : "contact";
  const isOver = message === "ended";
  return (
    <aside className="card contact" aria-labelledby="contact">
      <h2 id="contact">{t(`MinerProductDetail.${message}Title`)}</h2>
      <p className="soft">{t(`MinerProductDetail.${message}Text`)}</p>
      {isOver ? <ButtonLink href={listPath}>{t("MinerProductDetail.toMiners")}</ButtonLink> : null}
      <ButtonLink quiet={isOver} href={`/LeavingMessage?product=${encodeURIComponent(productId)}`}>
        <Icon name="support" />
        {t("LeavingMessage.title")}
      </ButtonLink>
    </aside>
  );
}
