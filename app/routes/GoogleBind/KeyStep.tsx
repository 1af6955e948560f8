import { Form } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { CheckField } from "~/components/CheckField";
import { ErrorSummary } from "~/components/ErrorSummary";
import { ExactText } from "~/components/ExactText";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { QrCode } from "~/components/QrCode";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";
import { useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";
import type { KeyShown } from "./key.server";
import "../../styles/check.css";
import "../../styles/qr.css";

/**
 * Second step: the key. First the way for a visitor whose authenticator is on this phone, which cannot scan its own
 * screen: a link that hands the key to it, and the key to copy; then the code to scan with another device (behaviour
 * 2.38). Going on needs a tick that the key is written down.
 */
export function KeyStep({
  token,
  path,
  secret,
  lastResult,
}: {
  token: string;
  /** The address of this step. */
  path: string;
  secret: KeyShown;
  lastResult?: FormAnswer["lastResult"] | undefined;
}) {
  const t = useText();
  const answer = readAnswer("bind", lastResult, { written: undefined });
  return (
    <>
      <ErrorSummary {...answer} labels={{ written: t("GoogleBind.written") }} />
      {/* The scheme of authenticators: it goes to an app of the device, not to a page, and no site hears of it. */}
      <ButtonLink href={secret.uri} rel="noreferrer">
        {t("GoogleBind.open")}
      </ButtonLink>
      <ExactText id="bind-key" label={t("GoogleBind.key")} value={secret.key} copy={t("GoogleBind.copyKey")} quiet />
      <details className="fold" open={secret.onDesktop}>
        <summary>{t("GoogleBind.scan")}</summary>
        <QrCode code={secret.qr} label={t("GoogleBind.qr")} />
        <p className="soft small">{t("GoogleBind.keyHint")}</p>
      </details>
      <p className="note">{t("GoogleBind.keyWarning")}</p>
      <Form reloadDocument method="post" action={path} className="form" noValidate>
        <FormToken value={token} />
        <SecurityInfo />
        <CheckField {...answer.fields.written} label={t("GoogleBind.written")} />
        <SubmitButton intent="written">{t("common.next")}</SubmitButton>
      </Form>
      <Form reloadDocument method="post" action={path} className="form">
        <FormToken value={token} />
        <SecurityInfo />
        <SubmitButton intent="renew" quiet>
          {t("GoogleBind.renew")}
        </SubmitButton>
        <p className="soft small">{t("GoogleBind.renewText")}</p>
      </Form>
    </>
  );
}
