import { EmptyState } from "~/components/EmptyState";
import { useText } from "~/i18n/text";

/** Why nobody can sign in on this page, and where else to go: the app and the contact form. */
export function NoSignIn({ title, text }: { title: string; text: string }) {
  const t = useText();
  return (
    <EmptyState illustration="offline" title={title} text={text}>
      <a className="button" href="/AppDownload">
        {t("Login.toApp")}
      </a>
      <a className="button button-quiet" href="/LeavingMessage">
        {t("Login.toContact")}
      </a>
    </EmptyState>
  );
}
