import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { Screen } from "~/components/layout/Screen";
import { ErrorPage } from "~/components/feedback/ErrorPage";
import { isMessageOf, useText } from "~/i18n/text";
import { formAction } from "~server/forms/form";
import { pageData, publicLoader } from "~server/loader/loader";
import { LIMITS } from "~server/limits";
import { localeCookie, LOCALES } from "~server/i18n/locale";
import { safePath, seeOther } from "~server/session/redirects";

/**
 * Redirects to the page of a form that has just stored a cookie, or reports that the browser stores none. Without such
 * a page it renders nothing: a redirect would also replace the page after a rejected switch.
 */
export const loader = publicLoader(({ request, query }) => {
  const target = query.get("redirectTo");
  const back = target === null ? undefined : samePage(target);
  if (back !== undefined && request.headers.has("cookie")) throw seeOther(back, { document: true });
  return Promise.resolve(pageData({ back }, { status: back === undefined ? 404 : 403 }));
});

export const action = formAction({
  purpose: "locale",
  open: true,
  neverExpires: true,
  isIdempotent: true,
  limit: LIMITS["form:locale"],
  schema: () => z.object({ locale: z.enum(LOCALES), redirectTo: z.string().default("") }),
  handle: async ({ value }) =>
    seeOther(samePage(value.redirectTo), {
      document: true,
      cookies: [localeCookie(value.locale)],
    }),
});

/** Returns the page that sent the form, without its query if that cannot be part of a redirect. */
function samePage(path: string): string {
  const [bare = ""] = path.split("?", 1);
  return safePath(path, safePath(bare, "/Index/Home"));
}

/** Shown if the switch is rejected, with the end of the rate limit, and to visitors who open the address itself. */
export default function Language() {
  const { back } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  const limited = lastResult?.error?.[""]?.find((message) => isMessageOf("errors.tooMany", message));
  if (!lastResult) return back === undefined ? <NoPage /> : <NoCookies back={back} />;
  if (limited === undefined) return <ErrorPage status={403} />;
  return <ErrorPage status={429} failure={limited} />;
}

function NoCookies({ back }: { back: string }) {
  const t = useText();
  return (
    <Screen title={t("Language.cookiesTitle")}>
      <p role="alert">{t("errors.cookiesNeeded")}</p>
      <p className="actions stack">
        <ButtonLink href={back}>{t("common.back")}</ButtonLink>
      </p>
    </Screen>
  );
}

function NoPage() {
  const t = useText();
  return (
    <Screen title={t("Language.title")}>
      <p>{t("Language.noPage")}</p>
      <p className="actions stack">
        <ButtonLink href="/Index/Home">{t("common.backToTop")}</ButtonLink>
        <QuietLink href="/LeavingMessage">{t("common.support")}</QuietLink>
      </p>
    </Screen>
  );
}
