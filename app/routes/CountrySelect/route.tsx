import { Form, useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { QuietLink } from "~/components/layout/ButtonLink";
import { EmptyState, type Illustration } from "~/components/feedback/EmptyState";
import { MenuItem } from "~/components/layout/MenuItem";
import { Field } from "~/components/form/Field";
import type { Handle } from "~/components/layout/handle";
import { Icon } from "~/components/layout/Icon";
import { AccountScreen } from "~/components/account/AccountMenu";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import { getText } from "~server/texts/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { commonFirst, searchCountries } from "~server/identity/countries";
import { requireUnverified } from "~server/identity/eligibility";
import { isSearchCut, searchWords } from "~server/search-words";
import { searchOrSay, useFilter } from "./filter";
import "./countries.css";

const NO_COUNTRIES: Illustration = [
  "M22 82h76M88 46a28 28 0 0 1-56 0zM60 74c-8-7-12-16-12-28s4-21 12-28c8 7 12 16 12 28s-4 21-12 28z",
  "M32 46a28 28 0 0 1 56 0",
];

const SEARCH_MAX_LENGTH = 60;
const FEW = 20;

export const handle: Handle = { hydrate: true, i18n: ["CountrySelect"] };

type Found = ReturnType<typeof commonFirst>;

interface Search {
  search: string;
  cut?: string | undefined;
  chosen: string | null;
  found: Found | undefined;
}

export const loader = privateLoader(async ({ locale, query, upstreamContext }) => {
  await requireUnverified(upstreamContext);
  const search = searchWords(query, SEARCH_MAX_LENGTH);
  const chosen = /^\d{1,4}$/.exec(query.get("country") ?? "")?.[0] ?? null;
  const cut = isSearchCut(query, SEARCH_MAX_LENGTH)
    ? getText(locale)("MarketSearch.cut", { max: SEARCH_MAX_LENGTH })
    : undefined;
  return pageData<Search>({ search, cut, chosen, found: commonFirst(await searchCountries(locale, search), search) });
});

export const clientLoader = (args: ClientLoaderFunctionArgs) => searchOrSay<typeof loader>(args);

export default function CountrySelect() {
  const t = useText();
  const { search, cut, chosen, found } = useLoaderData<typeof loader>();
  const filter = useFilter();
  return (
    <AccountScreen title={t("CountrySelect.title")} back="/RealNameSelect" wideScreen>
      <Form method="get" action="/CountrySelect" role="search" className="form" ref={filter}>
        {chosen ? <input type="hidden" name="country" value={chosen} /> : null}
        <Field
          id="search"
          name="q"
          type="search"
          label={t("CountrySelect.search")}
          hint={t("CountrySelect.hint")}
          defaultValue={search}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={2 * SEARCH_MAX_LENGTH}
        >
          <button type="submit" className="button button-small">
            {t("CountrySelect.submit")}
          </button>
        </Field>
      </Form>
      {cut ? <p className="note">{cut}</p> : null}
      {found ? (
        <Countries {...found} chosen={chosen} isPart={search !== ""} />
      ) : (
        <Unavailable title={t("CountrySelect.unavailable")} failure="errors.network" />
      )}
    </AccountScreen>
  );
}

function Countries({ common, others, chosen, isPart }: Found & { chosen: string | null; isPart: boolean }) {
  const t = useText();
  const count = common.length + others.length;
  if (!count) {
    return (
      <EmptyState illustration={NO_COUNTRIES} title={t("CountrySelect.empty")} text={t("CountrySelect.emptyText")}>
        <QuietLink href="/CountrySelect">{t("CountrySelect.all")}</QuietLink>
      </EmptyState>
    );
  }
  return (
    <>
      <div
        className={
          others.length > FEW ? "section-head row between wrap" : "section-head row between wrap countries-few"
        }
      >
        <p className="soft small" role="status">
          {t("CountrySelect.count", { count })}
        </p>{" "}
        {isPart ? <a href="/CountrySelect">{t("CountrySelect.all")}</a> : null}
      </div>
      {common.length ? (
        <>
          <h2>{t("CountrySelect.common")}</h2>
          <CountryList countries={common} chosen={chosen} />
          <h2 className="section">{t("CountrySelect.others")}</h2>
        </>
      ) : null}
      <CountryList countries={others} chosen={chosen} />
    </>
  );
}

function CountryList({ countries, chosen }: { countries: Found["others"]; chosen: string | null }) {
  return (
    <ul className={countries.length > FEW ? "card entries countries" : "card entries countries-few"}>
      {countries.map(({ name, areaCode, numberCode }) => (
        <li key={numberCode}>
          <MenuItem
            href={`/RealNameSelect?country=${numberCode}`}
            aria-current={numberCode === chosen ? "true" : undefined}
            end={
              <>
                <span className="soft figure" translate="no">{`+${areaCode}`}</span>
                {numberCode === chosen ? <Icon name="check" /> : null}
              </>
            }
          >
            {name}
          </MenuItem>
        </li>
      ))}
    </ul>
  );
}
