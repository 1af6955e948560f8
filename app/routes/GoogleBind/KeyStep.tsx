import { Form } from "@remix-run/react";
import { CheckField } from "~/components/CheckField";
import { CopyField } from "~/components/CopyField";
import { ErrorSummary } from "~/components/ErrorSummary";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { QrCode } from "~/components/QrCode";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";
import { useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";
import type { QrPath } from "~server/qr";
import { stepPath } from "./steps";

/** Second step: the key, to scan, to copy and to write down. Going on needs a tick that it is written down. */
export function KeyStep({
  token,
  secret,
  lastResult,
}: {
  token: string;
  secret: { key: string; groups: string[]; qr: QrPath };
  lastResult?: FormAnswer["lastResult"] | undefined;
}) {
  const t = useText();
  const answer = readAnswer("bind", lastResult, { written: undefined });
  return (
    <>
      <ErrorSummary {...answer} />
      <p>{t("GoogleBind.keyText")}</p>
      <div className="card">
        <QrCode code={secret.qr} label={t("GoogleBind.qr")} />
        <CopyField id="bind-key" label={t("GoogleBind.key")} value={secret.key} hint={t("GoogleBind.keyHint")} />
        <div>
          <p className="soft small">{t("GoogleBind.groups")}</p>
          <p className="key" translate="no">
            {secret.groups.join(" ")}
          </p>
        </div>
      </div>
      <p className="note">{t("GoogleBind.keyWarning")}</p>
      <Form reloadDocument method="post" action={stepPath("key")} className="form" noValidate>
        <FormToken value={token} />
        <SecurityInfo />
        <CheckField {...answer.fields.written} label={t("GoogleBind.written")} />
        <SubmitButton intent="written">{t("common.next")}</SubmitButton>
      </Form>
      <Form reloadDocument method="post" action={stepPath("key")} className="form">
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
