import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useRouteLoaderData } from "@remix-run/react";
import { ContactEntries } from "~/components/ContactEntries";
import { Trouble } from "~/components/Trouble";
import { pageTitle, publicHead } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root";
import { BulkOrders } from "./BulkOrders";
import { Cooperation } from "./Cooperation";
import { DataHall } from "./DataHall";
import { Figures } from "./Figures";
import { Milestones } from "./Milestones";
import { Team } from "./Team";
import "~/styles/about.css";

/** Nothing but texts: the operator's claims are in the locale files (rulings). */
export async function loader({ request }: LoaderFunctionArgs) {
  const locale = await getLocale(request);
  const title = await pageTitle(locale, "AboutUs.title");
  return json({ title, head: publicHead(locale, "/Index/AboutUs", "AboutUs.lead") });
}

/** About us: claims, milestones, team, business cooperation, bulk orders, contacts (spec sections 1 and 2). */
export default function AboutUs() {
  const t = useText();
  const site = useRouteLoaderData<RootData>("root")?.site;
  return (
    <main id="main" tabIndex={-1}>
      <div className="hero about-hero">
        <h1>{t("AboutUs.headline")}</h1>
        <p>{t("AboutUs.lead")}</p>
        <DataHall />
      </div>
      <div className="page list-foot">
        <Figures />
        <Milestones />
        <Team />
        <Cooperation />
        <BulkOrders />
        {site ? <ContactEntries site={site} title={t("AboutUs.contact")} /> : null}
      </div>
    </main>
  );
}

export function ErrorBoundary() {
  return <Trouble status={503} />;
}
