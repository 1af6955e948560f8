import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { TextLink } from "~/components/layout/ButtonLink";
import { PageOutOfRange } from "~/components/feedback/PageOutOfRange";
import { AccountScreen } from "~/components/account/AccountMenu";
import { SearchForm } from "~/components/form/SearchForm";
import { Unavailable } from "~/components/feedback/Unavailable";
import { publicHead } from "~server/documents/public-head";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { NOTICE_PAGE_SIZE } from "~server/specification";
import { KEYWORD_MAX_LENGTH, parsePage, pagesOf } from "~server/loader/pagination";
import { pageData, publicLoader } from "~server/loader/loader";
import { readNotices } from "~server/notices/read-notices";
import { feedPath, noticesPath, readNoticesPage } from "~server/notices/notices";
import { isSearchCut, searchWords } from "~server/search-words";
import { NoticeRows } from "./NoticeRows";

export const loader = publicLoader(async ({ locale, request, query }) => {
  const keyword = searchWords(query, KEYWORD_MAX_LENGTH);
  const page = parsePage(query.get("page"));
  const { list, lastPage, failure } = await readNoticesPage(locale, keyword, page);
  const isRead = readNotices(request);
  const feed = feedPath(locale);
  const isFirst = !keyword && page === 1;
  return pageData(
    {
      head: list && isFirst ? { ...publicHead(locale, "/Notice", "Head.notices"), feed } : undefined,
      feed,
      keyword,
      failure,
      keywordMaxLength: KEYWORD_MAX_LENGTH,
      isCut: isSearchCut(query, KEYWORD_MAX_LENGTH),
      beyond: lastPage && { pages: lastPage, last: noticesPath(keyword, lastPage) },
      list: list && {
        count: list.count,
        more: list.more,
        omittedCount: list.omittedCount,
        page,
        before: (page - 1) * NOTICE_PAGE_SIZE,
        pages: pagesOf(list.count, NOTICE_PAGE_SIZE),
        notices: list.notices.map(({ id, title, timeMs }) => ({ id, title, timeMs, unread: !isRead(id) })),
      },
    },
    lastPage ? { status: 404 } : { complete: !failure },
  );
});

export default function Notice() {
  const t = useText();
  const signedIn = useRouteLoaderData<RootData>("root")?.signedIn;
  const { failure, keyword, keywordMaxLength, isCut, list, beyond, feed } = useLoaderData<typeof loader>();
  return (
    <AccountScreen title={t("Notice.title")} back={signedIn ? "/UserCenter" : "/Index/Home"} wideScreen>
      {beyond ? (
        <PageOutOfRange {...beyond} />
      ) : list ? (
        <>
          <SearchForm
            id="notice-q"
            path="/Notice"
            label={t("Notice.search")}
            keyword={keyword}
            maxLength={keywordMaxLength}
            isCut={isCut}
          />
          <NoticeRows {...list} keyword={keyword} />
          {keyword ? null : (
            <p className="small">
              <TextLink href={feed}>{t("Notice.feed")}</TextLink>
            </p>
          )}
        </>
      ) : (
        <Unavailable title={t("Notice.unavailable")} failure={failure} note={t("Notice.unavailableText")} />
      )}
    </AccountScreen>
  );
}
