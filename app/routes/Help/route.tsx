import { useLoaderData } from "@remix-run/react";
import { TextLink } from "~/components/layout/ButtonLink";
import { AccountScreen } from "~/components/account/AccountMenu";
import { SearchForm } from "~/components/form/SearchForm";
import { helpOf, searchHelp, type HelpGroup } from "~server/content/help";
import { publicHead } from "~server/documents/public-head";
import { useText } from "~/i18n/text";
import { KEYWORD_MAX_LENGTH } from "~server/loader/pagination";
import { pageData, publicLoader } from "~server/loader/loader";
import { isSearchCut, searchWords } from "~server/search-words";
import { Section } from "~/components/layout/Section";
import "./help.css";

export const loader = publicLoader(({ locale, query }) => {
  const search = searchWords(query, KEYWORD_MAX_LENGTH);
  const found = searchHelp(locale, search);
  const all = helpOf(locale);
  const questions = all.flatMap(({ entries }) =>
    entries.map(({ question, answer: paragraphs }) => ({ question, answer: paragraphs.join("\n") })),
  );
  return Promise.resolve(
    pageData({
      head: query.has("q")
        ? undefined
        : { ...publicHead(locale, "/Help", "Help.description"), about: { type: "FAQPage" as const, questions } },
      search,
      form: { keyword: search, maxLength: KEYWORD_MAX_LENGTH, isCut: isSearchCut(query, KEYWORD_MAX_LENGTH) },
      count: search ? found.reduce((sum, { entries }) => sum + entries.length, 0) : undefined,
      groups: found.length ? found : all,
    }),
  );
});

export default function Help() {
  const t = useText();
  const { search, form, count, groups } = useLoaderData<typeof loader>();
  return (
    <AccountScreen title={t("Help.title")} wideScreen>
      <SearchForm id="help-q" path="/Help" label={t("Help.search")} {...form} />
      {count === undefined ? null : (
        <div className="section-head row between wrap">
          <p role="status">{count ? t("Help.found", { count, search }) : t("Help.none", { search })}</p>
          {count ? <a href="/Help">{t("Help.all")}</a> : <a href="/LeavingMessage">{t("common.support")}</a>}
        </div>
      )}
      <Answers groups={groups} unfolded={Boolean(count)} />
      <p>
        {t("Help.notHere")} <a href="/LeavingMessage">{t("common.support")}</a>
      </p>
    </AccountScreen>
  );
}

/** Lists questions with answers. The anchor is at the answer and not at its question, so that a browser unfolds it. */
function Answers({
  groups,
  unfolded,
}: {
  groups: ReturnType<typeof useLoaderData<() => HelpGroup[]>>;
  unfolded: boolean;
}) {
  const t = useText();
  return groups.map(({ id: group, title, entries }) => (
    <Section key={group} id={group} title={title}>
      <div className="card answers">
        {entries.map(({ id, question, answer, link }) => (
          <details key={id} open={unfolded}>
            <summary>
              <h3>{question}</h3>
            </summary>
            <div id={id} className="answer">
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {link ? (
                <p>
                  <TextLink href={link.path}>{t(link.name)}</TextLink>
                </p>
              ) : null}
            </div>
          </details>
        ))}
      </div>
    </Section>
  ));
}
