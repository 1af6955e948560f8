import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { Icon } from "~/components/layout/Icon";
import { LegalText } from "~/components/layout/LegalText";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { Sheet } from "~/components/form/Sheet";
import { SubmitButton } from "~/components/form/SubmitButton";
import type { LegalDocument } from "~server/content/legal-documents";
import { useText } from "~/i18n/text";

export function TermsSheet({
  terms: { agreement, privacy },
  token,
  formTo,
}: {
  terms: Record<"agreement" | "privacy", LegalDocument>;
  token: string;
  formTo: string;
}) {
  const t = useText();
  return (
    <Sheet
      title={t("Register.termsTitle")}
      close={
        <Form method="post" action={formTo}>
          <SecurityInfo token={token} />
          <button type="submit" className="bar-button target" name="intent" value="back">
            <Icon name="close" label={t("common.close")} />
          </button>
        </Form>
      }
    >
      <ul className="pair row between wrap">
        {[agreement, privacy].map(({ id, title }) => (
          <Fragment key={id}>
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>{" "}
          </Fragment>
        ))}
      </ul>
      <LegalText document={agreement} />
      <LegalText document={privacy} />
      <Form method="post" action={formTo}>
        <SecurityInfo token={token} />
        <SubmitButton intent="back">{t("Register.termsBack")}</SubmitButton>
      </Form>
    </Sheet>
  );
}
