import { ButtonLink } from "~/components/ButtonLink";
import { Icon } from "~/components/Icon";
import { useText } from "~/i18n/text";

/** A miner is sold on request: a link to the contact form, with the miner's id. */
export function ContactCard({ productId }: { productId: string }) {
  const t = useText();
  return (
    <aside className="card contact" aria-labelledby="contact">
      <h2 id="contact">{t("MinerProductDetail.contactTitle")}</h2>
      <p className="soft">{t("MinerProductDetail.contactText")}</p>
      <ButtonLink href={`/LeavingMessage?product=${encodeURIComponent(productId)}`}>
        <Icon name="support" />
        {t("LeavingMessage.title")}
      </ButtonLink>
    </aside>
  );
}
