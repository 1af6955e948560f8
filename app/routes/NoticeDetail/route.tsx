import { useLoaderData } from "@remix-run/react";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { EmptyState } from "~/components/feedback/EmptyState";
import { Prose } from "~/components/layout/Prose";
import { AccountScreen } from "~/components/account/AccountMenu";
import { Unavailable } from "~/components/feedback/Unavailable";
import { formatTime } from "~/i18n/formats";
import { publicHead } from "~server/documents/public-head";
import { getText } from "~server/texts/text";
import { useLanguage, useText } from "~/i18n/text";
import { pageData, publicLoader } from "~server/loader/loader";
import { noticeOf } from "~server/markup/markup";
import { findNotice, noticesPath, readWanted } from "~server/notices/notices";
import { noticeReadCookie } from "~server/notices/read-notices";
import { seeOther } from "~server/session/redirects";

/** Tabs and bookmarks show no more than this of a title. */
const TITLE_MAX_CHARACTERS = 40;

function clipped(title: string): string {
  const characters = Array.from(title);
  if (characters.length <= TITLE_MAX_CHARACTERS) return title;
  return `${characters
    .slice(0, TITLE_MAX_CHARACTERS - 1)
    .join("")
    .trimEnd()}…`;
}

export const loader = publicLoader(async ({ requestContext, locale, request }) => {
  const text = getText(locale);
  const wanted = readWanted(request.url);
  const listPath = noticesPath(wanted.keyword, wanted.page);
  const found = await findNotice(locale, wanted);
  if (found.state !== "found") {
    const { state } = found;
    if (state === "elsewhere" && found.page === 1) throw seeOther(addressOf(wanted));
    const title = text(state === "unavailable" ? "Notice.title" : "Notice.notFound");
    const further = state === "elsewhere" ? addressOf(wanted, found.page) : undefined;
    const failure = state === "unavailable" ? found.failure : undefined;
    return pageData({ title, state, failure, listPath, further } as const, {
      status: state === "unavailable" ? 503 : 404,
    });
  }
  const { id, content, timeMs } = found.notice;
  const title = found.notice.title ?? text("Notice.title");
  // The canonical address is short, and valid in both languages.
  const path = addressOf({ id });
  if (!wanted.id) throw seeOther(path);
  return pageData(
    {
      title: clipped(title),
      head: publicHead(locale, path, { text: text("Head.notice", { title: clipped(title) }) }),
      state: "found",
      listPath,
      notice: { title, timeMs, html: noticeOf(content, text("Notice.cut")) },
    } as const,
    // For a cached page, the page cache marks it as read for each visitor.
    { cookies: requestContext.isSharedRender ? [] : [noticeReadCookie(request.headers.get("cookie"), id)] },
  );
});

function addressOf({ id, content = "" }: { id: string; content?: string }, from?: number): string {
  const query = new URLSearchParams(id ? { id } : { content });
  if (from !== undefined) query.set("fromPage", String(from));
  return `/NoticeDetail?${query.toString()}`;
}

export default function NoticeDetail() {
  const t = useText();
  const { locale } = useLanguage();
  const data = useLoaderData<typeof loader>();
  if (data.state !== "found") return <NoNotice {...data} />;
  const { title, timeMs, html } = data.notice;
  return (
    <AccountScreen title={title} back={data.listPath}>
      <p className="soft small figure">
        {timeMs === undefined ? (
          t("common.missing")
        ) : (
          <time dateTime={new Date(timeMs).toISOString()}>{formatTime(timeMs, locale)}</time>
        )}
      </p>
      {html ? <Prose html={html} /> : <p className="soft">{t("Notice.noContent")}</p>}
      <p>
        <QuietLink href={data.listPath}>{t("Notice.all")}</QuietLink>
      </p>
    </AccountScreen>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function NoNotice({ state, failure, listPath, further }: Exclude<Loaded, { state: "found" }>) {
  const t = useText();
  const all = <QuietLink href="/Notice">{t("Notice.all")}</QuietLink>;
  if (state === "unavailable") {
    return (
      <AccountScreen title={t("Notice.title")} back={listPath}>
        <Unavailable title={t("Notice.unavailable")} failure={failure} note={t("Notice.unavailableText")}>
          {all}
        </Unavailable>
      </AccountScreen>
    );
  }
  return (
    <AccountScreen title={t("Notice.notFound")} back={listPath}>
      <EmptyState illustration="lost" text={t(state === "unknown" ? "Notice.notFoundText" : "Notice.olderText")}>
        {further ? (
          <ButtonLink href={further} rel="nofollow">
            {t("Notice.lookFurther")}
          </ButtonLink>
        ) : null}
        {all}
      </EmptyState>
    </AccountScreen>
  );
}
