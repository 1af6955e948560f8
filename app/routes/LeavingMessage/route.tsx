import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { ContactEntries } from "~/components/layout/ContactEntries";
import { Icon, type IconName } from "~/components/layout/Icon";
import { Screen } from "~/components/layout/Screen";
import { Section } from "~/components/layout/Section";
import { publicHead } from "~server/documents/public-head";
import { getText } from "~server/texts/text";
import { useText, type Text } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { SOCIAL_TYPES } from "~server/specification";
import { areaCodes } from "~server/contact/area-codes";
import { pageData, publicLoader } from "~server/loader/loader";
import { DEFAULT_COUNTRY } from "~server/identity/countries";
import { readDraft } from "~server/session/flow-session";
import { formToken } from "~server/session/csrf";
import type { FormResult } from "~server/forms/form";
import type { Locale } from "~server/i18n/locale";
import { productDetail } from "~server/upstream/catalogue";
import { TooManyLookups } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";
import { EMPTY, EnquiryForm, type Typed } from "./EnquiryForm";
import { readPurpose, readShared } from "./purpose.server";
import { sendEnquiry } from "./send.server";
import { SERVER } from "~/components/layout/page-icons";
import type { ReactNode } from "react";
import { ButtonLink, QuietLink, TextLink } from "~/components/layout/ButtonLink";
import { EmptyState } from "~/components/feedback/EmptyState";

const SHARED = {
  whole: "LeavingMessage.sharedWhole",
  cut: "LeavingMessage.sharedCut",
  omitted: "LeavingMessage.sharedOmitted",
} as const;

export const loader = publicLoader(async ({ requestContext, locale, request, query }) => {
  const { from, productId, orderNum, bulk, path } = readPurpose(request);
  const [token, session, flowSession, codes, product] = await Promise.all([
    formToken(requestContext, "enquiry"),
    requestContext.session(),
    requestContext.flowSession(),
    areaCodes(locale),
    productId ? productTitle(locale, productId) : undefined,
  ]);
  const draft = readDraft(flowSession, "enquiry", session);
  const shared = readShared(query);
  const asked = question(getText(locale), { product, orderNum, bulk });
  const begun = { areaCode: DEFAULT_COUNTRY.areaCode, message: shared?.text ?? asked };
  // A field that is missing from a draft was emptied.
  const typed: Typed = { ...EMPTY, ...(draft ?? begun) };
  const isSent = query.get("step") === "sent" && flowSession.enquiry !== undefined;
  return pageData({
    head: isSent ? undefined : publicHead(locale, "/LeavingMessage", "LeavingMessage.lead"),
    isSent,
    back: from ?? "/Index/Home",
    path,
    token,
    product,
    orderNum,
    bulk,
    typed,
    // Earlier input takes precedence over the shared text.
    shared: shared && SHARED[draft ? "omitted" : shared.cut ? "cut" : "whole"],
    codes,
    socialTypes: SOCIAL_TYPES,
  });
});

/** Returns a product's title; undefined, as for too many lookups, if there is none: the form is shown without it. */
async function productTitle(locale: Locale, productId: string): Promise<string | undefined> {
  try {
    return (await optionalRead(productDetail({ locale }, productId)))?.product.title;
  } catch (error) {
    if (error instanceof TooManyLookups) return undefined;
    throw error;
  }
}

function question(
  t: Text,
  { product, orderNum, bulk }: { product: string | undefined; orderNum: string | undefined; bulk: boolean },
): string {
  if (product !== undefined) return t("LeavingMessage.productQuestion", { product });
  if (orderNum !== undefined) return t("LeavingMessage.orderQuestion", { order: orderNum });
  return bulk ? t("LeavingMessage.bulkQuestion") : "";
}

export const action = sendEnquiry;

export default function LeavingMessage() {
  const t = useText();
  const { back, product, orderNum, bulk, isSent, shared, ...form } = useLoaderData<typeof loader>();
  const response = useActionData<FormResult & { isSent?: boolean }>();
  const lastResult = response?.lastResult;
  const site = useRouteLoaderData<RootData>("root")?.site;
  if (response ? response.isSent : isSent) {
    return (
      <Screen title={t("LeavingMessage.title")} back={back}>
        <div role="status">
          <EmptyState illustration="done" title={t("toasts.messageSent")} text={t("LeavingMessage.afterAnswer")}>
            <ButtonLink href={back}>{t("LeavingMessage.goBack")}</ButtonLink>
            <QuietLink href="/Index/Power">{t("common.power")}</QuietLink>
            <p>
              <TextLink href={form.path}>{t("LeavingMessage.another")}</TextLink>
            </p>
          </EmptyState>
        </div>
      </Screen>
    );
  }
  return (
    <Screen title={t("LeavingMessage.title")} back={back} languageInForm wideScreen>
      <p className="soft">
        {t("LeavingMessage.lead")} {t("LeavingMessage.allRequired")}
      </p>
      {product ? (
        <About icon="chip" note={t("LeavingMessage.aboutProduct")} text={product} />
      ) : orderNum ? (
        <About icon="orders" note={t("LeavingMessage.aboutOrder")} text={<span translate="no">{orderNum}</span>} />
      ) : bulk ? (
        <About icon={SERVER} note={t("AboutUs.bulk")} text={t("LeavingMessage.bulkText")} />
      ) : null}
      {shared && !lastResult ? (
        <p className="note" role="status">
          {t(shared)}
        </p>
      ) : null}
      <div className="page-columns stack-4">
        <EnquiryForm {...form} lastResult={lastResult} />
        <div className="page-side stack">
          <Section id="after" title={t("LeavingMessage.after")}>
            <ul className="soft ticks">
              <li>{t("LeavingMessage.afterAnswer")}</li>
              <li>
                <TextLink href="/PrivacyAgreement">{t("LeavingMessage.afterUse")}</TextLink>
              </li>
              <li>{t("LeavingMessage.afterSecrets")}</li>
            </ul>
          </Section>
          {site ? <ContactEntries site={site} title={t("LeavingMessage.otherWays")} /> : null}
        </div>
      </div>
    </Screen>
  );
}

function About({ icon, note, text }: { icon: IconName; note: string; text: ReactNode }) {
  return (
    <div className="note toast-info row">
      <Icon name={icon} />
      <p>
        <span className="block soft small">{note}</span> <strong>{text}</strong>
      </p>
    </div>
  );
}
