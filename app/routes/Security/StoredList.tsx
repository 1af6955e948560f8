import { ButtonLink } from "~/components/layout/ButtonLink";
import { DescriptionList } from "~/components/layout/DescriptionList";
import { Section } from "~/components/layout/Section";
import { useText } from "~/i18n/text";
import type { AccountData } from "~server/account/account-data";

/** The data that this shop itself stores of an account, and where to delete them. */
export function StoredList({ stored: { signIns, word, orders, identity } }: { stored: AccountData }) {
  const t = useText();
  return (
    <Section id="stored" title={t("Security.stored")}>
      <p className="soft">{t("Security.storedText")}</p>
      <div className="card">
        <DescriptionList
          lines={[
            [t("Security.storedSignIns"), String(signIns.length)],
            [t("Security.storedOrders"), String(orders)],
            [t("Security.word"), t(word.state === "none" ? "Security.storedNo" : "Security.storedYes")],
            [t("Security.storedIdentity"), t(identity ? "Security.storedIdentityYes" : "Security.storedIdentityNo")],
          ]}
        />
      </div>
      <p className="soft small">{t("Security.storedElse")}</p>
      <p className="soft small">
        {t("Security.storedPlatform")} <a href="/PrivacyAgreement#privacy-kept">{t("common.privacy")}</a>
      </p>
      <ButtonLink quiet href="/Security?step=delete">
        {t("Security.delete")}
      </ButtonLink>
    </Section>
  );
}
