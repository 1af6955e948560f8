import { Form } from "@remix-run/react";
import { ButtonLink, TextLink } from "~/components/layout/ButtonLink";
import { CheckField } from "~/components/form/CheckField";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { CopyableValue } from "~/components/form/CopyableValue";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import { QrCode } from "~/components/account/QrCode";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { useText } from "~/i18n/text";
import type { KeyShown } from "./key.server";
import "../../styles/check.css";
import "../../styles/qr.css";

/** Shows the key as a link, a text and a QR code, which a desktop has first because it seldom has an authenticator. */
export function KeyStep({ token, path, secret, lastResult }: FormProps & { path: string; secret: KeyShown }) {
  const t = useText();
  const submission = readSubmission("bind", lastResult, { written: undefined });
  const qr = <QrCode src={secret.qr} label={t("GoogleBind.qr")} />;
  const hint = <p className="soft small">{t("GoogleBind.keyHint")}</p>;
  // This scheme opens an authenticator on the device and no page, so no site learns the key.
  const open = { href: secret.uri, rel: "noreferrer" };
  return (
    <>
      <ErrorSummary {...submission} labels={{ written: t("GoogleBind.written") }} />
      {secret.onDesktop ? (
        <>
          <p className="exact-label">{t("GoogleBind.scanHere")}</p>
          {qr}
        </>
      ) : (
        <ButtonLink {...open}>{t("GoogleBind.open")}</ButtonLink>
      )}
      <CopyableValue
        id="bind-key"
        label={t("GoogleBind.key")}
        value={secret.key}
        copy={t("GoogleBind.copyKey")}
        quiet
      />
      {secret.onDesktop ? (
        hint
      ) : (
        <details className="fold stack">
          <summary>{t("GoogleBind.scan")}</summary> {qr}
          {hint}
        </details>
      )}
      <p className="note">{t("GoogleBind.keyWarning")}</p>
      {secret.onDesktop ? (
        <p>
          <TextLink {...open}>{t("GoogleBind.open")}</TextLink>
        </p>
      ) : null}
      {/* The box and the buttons are in view. The Back button must not tick the box for another visitor. */}
      <Form
        reloadDocument
        method="post"
        action={path}
        className="form low-bar action-bar"
        autoComplete="off"
        noValidate
      >
        <SecurityInfo token={token} />
        <CheckField {...submission.fields.written} label={t("GoogleBind.written")} required />
        <SubmitButton intent="written">{t("common.next")}</SubmitButton>
      </Form>
      <Form reloadDocument method="post" action={path} className="form">
        <SecurityInfo token={token} />
        {/* This is not a button beside Next, because it discards the key. */}
        <button type="submit" className="link-button target" name="intent" value="renew">
          {t("GoogleBind.renew")}
        </button>
      </Form>
    </>
  );
}
