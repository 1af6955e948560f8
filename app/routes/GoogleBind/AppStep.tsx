import { Form } from "@remix-run/react";
import { MenuItem } from "~/components/MenuItem";
import { ErrorSummary } from "~/components/ErrorSummary";
import { readSubmission, type FormProps } from "~/components/form-result";
import { FormToken } from "~/components/FormToken";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";
import { useText } from "~/i18n/text";

const APP_STORE = {
  text: "GoogleBind.appStore",
  href: "https://apps.apple.com/app/google-authenticator/id388497605",
} as const;
const PLAY_STORE = {
  text: "GoogleBind.playStore",
  href: "https://play.google.com/store/apps/details?id=com.google.android.apps.authenticator2",
} as const;

/** First step: get the app, from the visitor's own store first. */
export function AppStep({
  token,
  path,
  ios,
  lastResult,
}: FormProps & {
  /** The address of this step. */
  path: string;
  ios: boolean;
}) {
  const t = useText();
  return (
    <>
      <ErrorSummary {...readSubmission("bind", lastResult, {})} labels={{}} />
      <p>{t("GoogleBind.appText")}</p>
      <div className="card entries">
        <ul>
          {(ios ? [APP_STORE, PLAY_STORE] : [PLAY_STORE, APP_STORE]).map(({ text, href }) => (
            <li key={href}>
              <MenuItem icon="download" href={href} rel="noopener noreferrer">
                {t(text)}
              </MenuItem>
            </li>
          ))}
        </ul>
      </div>
      <p className="soft">{t("GoogleBind.appNote")}</p>
      <Form reloadDocument method="post" action={path}>
        <FormToken value={token} />
        <SecurityInfo />
        <SubmitButton intent="begin">{t("common.next")}</SubmitButton>
      </Form>
    </>
  );
}
