import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { EmptyState } from "~/components/EmptyState";
import { Screen } from "~/components/Screen";
import { Trouble } from "~/components/Trouble";
import { pageTitle } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import { PRIVATE_HEADERS, privateHeaders } from "~server/session/headers";
import { guarded } from "~server/session/session";

export const headers = privateHeaders;

/** An identity has been handed in; it says nothing of it (spec section 2). */
export async function loader({ request }: LoaderFunctionArgs) {
  return guarded(request, async () =>
    json({ title: await pageTitle(await getLocale(request), "SuccessRealname.title") }, { headers: PRIVATE_HEADERS }),
  );
}

export default function SuccessRealname() {
  const t = useText();
  return (
    <Screen title={t("SuccessRealname.title")} back="/UserCenter">
      <EmptyState illustration="done" title={t("SuccessRealname.done")} text={t("SuccessRealname.doneText")}>
        <a className="button" href="/UserCenter">
          {t("SuccessRealname.finish")}
        </a>
      </EmptyState>
    </Screen>
  );
}

export function ErrorBoundary() {
  return <Trouble status={503} />;
}
