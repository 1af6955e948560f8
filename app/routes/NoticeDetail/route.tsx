import { useLoaderData, useLocation } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { Prose } from "~/components/Prose";
import { Screen } from "~/components/Screen";
import { formatTime } from "~/i18n/formats";
import { publicHead } from "~/i18n/public-head.server";
import { getText } from "~/i18n/text.server";
import { useLanguage, useText } from "~/i18n/text";
import { answer, publicLoader } from "~server/loader";
import { safeHtml } from "~server/markup";
import { noticeReadCookie } from "~server/session/read-notices";
import { seeOther } from "~server/session/redirects";
import { findNotice, readWanted } from "./find-notice.server";

/** Tabs and bookmarks show no more of a title. */
const TITLE_MAX_CHARACTERS = 40;

function clipped(title: string): string {
  const characters = Array.from(title);
  if (characters.length <= TITLE_MAX_CHARACTERS) return title;
  return `${characters
    .slice(0, TITLE_MAX_CHARACTERS - 1)
    .join("")
    .trimEnd()}…`;
}

/** One published notice, its text made safe; opening it marks it as read (behaviour 2.41). */
export const loader = publicLoader(async ({ locale, request }) => {
  const text = getText(locale);
  const wanted = readWanted(request.url);
  const { keyword } = wanted;
  const listPath = keyword ? `/Notice?q=${encodeURIComponent(keyword)}` : "/Notice";
  const notice = await findNotice(locale, wanted);
  if (!notice) {
    const unknown = notice === null;
    const title = text(unknown ? "Notice.notFound" : "Notice.title");
    const state = unknown ? "unknown" : "unavailable";
    return answer({ title, state, listPath } as const, { status: unknown ? 404 : 503 });
  }
  const { id, title, content, timeMs } = notice;
  // The canonical address is short, and valid in both languages.
  const path = `/NoticeDetail?${new URLSearchParams({ id }).toString()}`;
  if (!wanted.id) throw seeOther(path);
  return answer(
    {
      title: clipped(title),
      head: publicHead(locale, path, { text: text("Head.notice", { title: clipped(title) }) }),
      state: "found",
      listPath,
      notice: { title, timeMs, html: safeHtml(content) },
    } as const,
    { cookies: [noticeReadCookie(request, id)] },
  );
});

export default function NoticeDetail() {
  const t = useText();
  const { locale } = useLanguage();
  const data = useLoaderData<typeof loader>();
  if (data.state !== "found") return <NoNotice {...data} />;
  const { title, timeMs, html } = data.notice;
  return (
    <Screen title={title} bar={t("Notice.title")} back={data.listPath}>
      <p className="soft small figure">
        {timeMs === undefined ? (
          t("common.missing")
        ) : (
          <time dateTime={new Date(timeMs).toISOString()}>{formatTime(timeMs, locale)}</time>
        )}
      </p>
      {html ? <Prose html={html} /> : <p className="soft">{t("Notice.noContent")}</p>}
      <p>
        <ButtonLink quiet href={data.listPath}>
          {t("Notice.all")}
        </ButtonLink>
      </p>
    </Screen>
  );
}

/** A notice that is not published, or one that cannot be read right now. */
function NoNotice({ state, listPath }: { state: "unknown" | "unavailable"; listPath: string }) {
  const t = useText();
  const { pathname, search } = useLocation();
  const unknown = state === "unknown";
  return (
    <Screen title={t(unknown ? "Notice.notFound" : "Notice.title")} back={listPath}>
      <EmptyState
        illustration={unknown ? "empty" : "offline"}
        title={unknown ? undefined : t("Notice.unavailable")}
        text={t(unknown ? "Notice.notFoundText" : "Notice.unavailableText")}
      >
        {unknown ? null : <ButtonLink href={pathname + search}>{t("common.retry")}</ButtonLink>}
        <ButtonLink quiet href="/Notice">
          {t("Notice.all")}
        </ButtonLink>
      </EmptyState>
    </Screen>
  );
}
