import { useLoaderData } from "@remix-run/react";
import { PageOutOfRange } from "~/components/feedback/PageOutOfRange";
import { AccountScreen } from "~/components/account/AccountMenu";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { inAppNote } from "~server/downloads/in-app";
import { readResult } from "~server/loader/reads";
import { NoOrders, Orders } from "./Orders";
import { ordersPath } from "./orders-path";
import { readOrders } from "./orders.server";
import { readWanted } from "./wanted.server";
import "./orders.css";

export const loader = privateLoader(async ({ upstreamContext, session, request, query, locale }) => {
  const wanted = readWanted(query);
  const { value, failure } = await readResult(readOrders(upstreamContext, session, wanted));
  const pages = value?.lastPage;
  const beyond = pages && { pages, last: ordersPath({ ...wanted, page: pages }) };
  const data = { wanted, beyond, list: value?.list, failure, inApp: inAppNote(request, locale, "file") };
  return pageData(data, beyond ? { status: 404 } : { complete: !failure });
});

export default function MyOrder() {
  const t = useText();
  const { wanted, beyond, list, failure, inApp } = useLoaderData<typeof loader>();
  const { ignored } = wanted;
  return (
    <AccountScreen title={t("MyOrder.title")} back="/UserCenter" wideScreen>
      {ignored.length ? (
        <p className="note" role="status">
          {t("MyOrder.ignored", {
            names: ignored.map((name) => t(`MyOrder.ignored-${name}`)).join(t("MyOrder.ignored-and")),
          })}
        </p>
      ) : null}
      {beyond ? (
        <PageOutOfRange {...beyond} />
      ) : !list ? (
        <Unavailable title={t("MyOrder.unavailable")} failure={failure} note={t("MyOrder.unavailableText")} />
      ) : !list.count && list.page === 1 ? (
        <NoOrders />
      ) : (
        <Orders wanted={wanted} inApp={inApp} {...list} />
      )}
    </AccountScreen>
  );
}
