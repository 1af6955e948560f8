import { Form } from "@remix-run/react";
import { linksOf } from "~/components/layout/Header";
import { MenuItem } from "~/components/layout/MenuItem";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { useText } from "~/i18n/text";

const APP_STORE = ["GoogleBind.appStore", "https://apps.apple.com/app/google-authenticator/id388497605"] as const;
const PLAY_STORE = [
  "GoogleBind.playStore",
  "https://play.google.com/store/apps/details?id=com.google.android.apps.authenticator2",
] as const;

/** Links to the stores, the visitor's own first. Below the key, the two links share a line. */
export function Stores({ ios, short }: { ios: boolean; short: boolean }) {
  const t = useText();
  const stores = ios ? [APP_STORE, PLAY_STORE] : [PLAY_STORE, APP_STORE];
  if (short) {
    const rel = "noopener noreferrer";
    return (
      <p className="pair row between wrap">{linksOf(stores.map(([text, href]) => ({ label: t(text), href, rel })))}</p>
    );
  }
  return (
    <div className="card entries">
      <ul>
        {stores.map(([text, href]) => (
          <li key={href}>
            <MenuItem icon="download" href={href} rel="noopener noreferrer">
              {t(text)}
            </MenuItem>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Requests a key with a button, because only a post may create one. */
export function BeginForm({ token, path, lastResult }: FormProps & { path: string }) {
  const t = useText();
  return (
    <Form reloadDocument method="post" action={path} className="form">
      <ErrorSummary {...readSubmission("bind", lastResult, {})} labels={{}} />
      <SecurityInfo token={token} />
      <p>{t("GoogleBind.beginText")}</p>
      <SubmitButton intent="begin">{t("GoogleBind.begin")}</SubmitButton>
      <p className="soft">{t("GoogleBind.appNote")}</p>
    </Form>
  );
}
