import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { EmptyState } from "~/components/EmptyState";
import type { Handle } from "~/components/handle";
import { ProductCard } from "~/components/ProductCard";
import { StaleNote } from "~/components/StaleNote";
import { Trouble } from "~/components/Trouble";
import { pageTitle } from "~/i18n/page-title.server";
import { getLocale, getText } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import { POWER_PAGE_SIZE } from "~server/constants";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { useEndlessList } from "./endless-list";
import { readPages } from "./pages.server";

export const handle: Handle = { hydrate: true, i18n: ["Index", "Power", "Product"] };

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ name: "description", content: data?.description }];

/** Pages 1 to `?page=` of the computing-power list, five products each (spec sections 2 and 9). */
export async function loader({ request }: LoaderFunctionArgs) {
  const locale = await getLocale(request);
  const [title, list] = await Promise.all([
    pageTitle(locale, "Power.title"),
    unlessUnavailable(readPages(locale, new URL(request.url).searchParams.get("page"))),
  ]);
  const description = getText(locale)("Power.lead");
  return json({ title, description, pageSize: POWER_PAGE_SIZE, list }, { status: list ? 200 : 503 });
}

/** A load of more that the network drops is one that failed, and no reason to take the page away. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { list: undefined };
  }
}

export default function Power() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const { list, sentinel, loading, failed, byHand } = useEndlessList(data);
  return (
    <main id="main" tabIndex={-1} className="page">
      <h1>{t("Power.title")}</h1>
      <p className="soft">{t("Power.lead")}</p>
      {!list ? (
        <EmptyState illustration="offline" title={t("Power.unavailable")} text={t("Power.unavailableText")}>
          <a className="button" href="/Index/Power">
            {t("common.retry")}
          </a>
        </EmptyState>
      ) : !list.products.length ? (
        <EmptyState illustration="empty" title={t("Power.empty")} text={t("Power.emptyText")} />
      ) : (
        <>
          <StaleNote asOfMs={list.asOfMs} />
          <div className="cards">
            {list.products.map((product, index) => (
              <ProductCard key={product.productId} id={`item-${index + 1}`} product={product} eager={index < 3} />
            ))}
          </div>
          <div className="list-end" ref={sentinel} aria-live="polite" aria-busy={loading || undefined}>
            <p className="soft small">
              {loading
                ? t("Power.loading")
                : failed
                  ? t("Power.unavailable")
                  : list.more
                    ? t("Power.shown", { shown: list.products.length, count: list.count })
                    : t("Power.noMore")}
            </p>
            {list.more && !loading ? (
              <a
                className="button button-quiet"
                href={`/Index/Power?page=${list.page + 1}#item-${list.page * data.pageSize + 1}`}
                onClick={byHand}
              >
                {t("Power.more")}
              </a>
            ) : null}
          </div>
        </>
      )}
    </main>
  );
}

export function ErrorBoundary() {
  return <Trouble status={503} />;
}
