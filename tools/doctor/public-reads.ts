import { stringify } from "lossless-json";
import { z } from "zod";
import { isObject } from "@storefront/upstream-client/json";
import { env } from "~server/env";
import { LOCALES } from "~server/i18n/locale";
import { publicInfo, startCaptcha, type CaptchaKind } from "~server/upstream/captcha";
import { productDetail, productList, type Product, type ProductType } from "~server/upstream/catalogue";
import { anonymousCall, HASHRATE, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";
import type { UpstreamContext } from "~server/upstream/client";
import { market, type ClosedNetwork, type Market } from "~server/upstream/market";
import { noticeList } from "~server/upstream/notices";
import { appDownload, banners, countries, siteConfig } from "~server/upstream/site";
import { note, problem, type Examination } from "./examination";
import { closingFlags, describeFlags, describeNetworks, sentNetworks, type SentNetwork } from "./networks";
import type { Finding } from "./report";
import { shownStatus } from "./redacted-text";

const PRODUCT = ["count", "data", "productId", "title", "thumbnail2List"] as const;
const TERMS = [
  ...(["productStatus", "miningCycle", "serviceRate", "incomeType", "minBuy", "maxBuy", "stepBuy"] as const),
  ...(["profitRatio", "price", "paySymbol"] as const),
] as const;
const DETAIL = ["thumbnail2Detail", "productMinerIntroduce", "productMinerAttr", "attr", "description"] as const;
const CONFIG = [
  ...(["title", "favicon", "appHomeLogoOS", "appLogoOS", "appLauncher", "appPhoneView"] as const),
  ...(["telegram", "twitter", "salesEMail", "supportEMail"] as const),
] as const;
/** Other keys that upstreams use for the website configuration. */
const CONFIG_KEYS = ["merchant-config-h5", "merchant-config", "merchant-info-h5", "merchant-h5", "website-config"];

const FIRST_PAGE = { page: 1, pageSize: 10 } as const;
/** This option bypasses caches and backoffs. */
const NOW = { fresh: true } as const;

export interface PublicData {
  captcha: CaptchaKind | undefined;
  market: Market | undefined;
  networks: readonly SentNetwork[];
  product: Product | undefined;
}

export async function readPublic(examination: Examination, context: UpstreamContext): Promise<PublicData> {
  const { ask } = examination;
  let flags: ClosedNetwork[] = [];
  let networks: SentNetwork[] = [];
  const info = await ask({
    call: "public_info_v5",
    expected: ["verificationType"],
    run: () => publicInfo(context),
    tell: ({ verificationType, slider }, { data }) => {
      flags = closingFlags(data);
      return {
        found: `captcha: ${verificationType}`,
        findings: captchaFindings(examination, verificationType, slider !== undefined),
      };
    },
  });
  await ask({
    call: "tartCaptcha",
    expected: ["challenge", "gt", "success"],
    // Only an upstream that requires a challenge can start one.
    failure: info?.verificationType === "challenge" ? "problem" : "note",
    run: () => startCaptcha(context),
    tell: ({ gt, success }) => ({
      found: success ? "a challenge" : "a challenge in offline mode",
      findings: gt === null ? [problem("gt is not a string: the widget cannot start")] : [],
    }),
  });
  const coins = await ask({
    call: "public_info_market",
    expected: ["coinList", "followCoinList", "showName"],
    run: () => market(context, NOW),
    tell(read, { data }) {
      networks = sentNetworks(data, flags);
      const { found, findings } = describeMarket(read, data);
      return { found, findings: [...findings, ...describeNetworks(networks, read), ...describeFlags(networks, flags)] };
    },
  });
  await readSite(examination, context);
  const power = await readProducts(examination, context, "power");
  const miner = await readProducts(examination, context, "miner");
  const product = (await readDetail(examination, context, power)) ?? power;
  await readDetail(examination, context, miner);
  await readNotices(examination, context);
  await ask({
    call: "app_download",
    expected: ["android_download_url", "ios_download_url", "ios_testFlight_url"],
    without: "note",
    run: () => appDownload(context, NOW),
    tell: (links) => ({ found: `${Object.values(links).filter(Boolean).length} of 3 addresses` }),
  });
  return { captcha: info?.verificationType, market: coins, networks, product };
}

function captchaFindings({ suggest }: Examination, kind: CaptchaKind, hasSlider: boolean): Finding[] {
  const { CAPTCHA_SLIDER_SRC, CAPTCHA_CHALLENGE_ORIGINS } = env();
  const wants = (variable: string, what: string) =>
    suggest({ level: "problem", variable, value: null, why: `the platform asks for ${what}` });
  if (kind === "slider" && CAPTCHA_SLIDER_SRC === undefined) wants("CAPTCHA_SLIDER_SRC", "the slider of kind 1");
  if (kind === "challenge" && CAPTCHA_CHALLENGE_ORIGINS.length === 0) {
    wants("CAPTCHA_CHALLENGE_ORIGINS", "the challenge of kind 2");
  }
  if (kind === "unsupported") return [problem("this kind of captcha is not known: nobody can sign in on the web")];
  return kind === "slider" && !hasSlider ? [problem("nc_appkey cannot be read: the slider cannot start")] : [];
}

function describeMarket(coins: Market, data: unknown): { found: string; findings: Finding[] } {
  const list = isObject(data) && isObject(data.market) ? data.market.coinList : undefined;
  const symbols = isObject(list) ? Object.keys(list) : [];
  const chains = { readable: 0, unreadable: 0 };
  const unreadableCoins: string[] = [];
  for (const symbol of symbols) {
    const { networks } = coins.coin(symbol);
    if (networks.state !== "sent") unreadableCoins.push(symbol);
    else {
      chains.readable += networks.chains.length;
      chains.unreadable += networks.unreadable;
    }
  }
  const findings: Finding[] = [];
  if (symbols.length === 0) findings.push(problem("no coin is listed"));
  if (chains.unreadable > 0) findings.push(problem(`${chains.unreadable} networks cannot be read: no deposit on them`));
  if (unreadableCoins.length > 0) {
    findings.push(problem(`the networks of ${unreadableCoins.slice(0, 8).join(", ")} cannot be read: no deposit`));
  }
  return { found: `${symbols.length} coins, ${chains.readable} networks`, findings };
}

async function readSite(examination: Examination, context: UpstreamContext): Promise<void> {
  const { ask, calls, suggest } = examination;
  const config = await ask({
    call: "kv (website configuration)",
    expected: CONFIG,
    without: "note",
    run: () => siteConfig(context, NOW),
    tell: (read) => {
      const values = Object.values(read).filter((value) => value !== undefined).length;
      const found = `${values} of ${CONFIG.length} values`;
      return values === 0 ? { found, findings: [problem("none of it can be read")] } : { found };
    },
  });
  const isMissing = config === undefined || Object.values(config).every((value) => value === undefined);
  // Without a response, the key may still be right.
  if (isMissing && calls.at(-1)?.outcome !== "no answer") {
    const value = await findConfigKey(context);
    const why = `the website configuration is not under ${env().SITE_CONFIG_KEY}`;
    suggest({ level: "problem", variable: "SITE_CONFIG_KEY", value, why });
  }
  await ask({
    call: "kv (banner-h5)",
    expected: ["img"],
    without: "note",
    run: () => banners(context, NOW),
    tell: (read) => ({ found: `${read.length} banners` }),
  });
  await ask({
    call: "kv (country-h5)",
    expected: ["name", "areaCode", "numberCode"],
    run: () => countries(context, NOW),
    tell: (read) => ({
      found: `${read.length} countries`,
      findings: read.length === 0 ? [problem("no country: nobody can verify an identity")] : [],
    }),
  });
}

async function findConfigKey(context: UpstreamContext): Promise<string | null> {
  for (const keys of CONFIG_KEYS.filter((key) => key !== env().SITE_CONFIG_KEY)) {
    const request = { path: `${HASHRATE}/common/kv`, body: { keys }, schema: z.unknown() };
    try {
      const text = stringify(await anonymousCall(context, request)) ?? "";
      if (CONFIG.filter((name) => text.includes(name)).length > 1) return keys;
    } catch (error) {
      if (!(error instanceof UpstreamRejected || error instanceof UpstreamUnavailable)) throw error;
    }
  }
  return null;
}

async function readProducts(
  { ask, suggest }: Examination,
  context: UpstreamContext,
  type: ProductType,
): Promise<Product | undefined> {
  const page = await ask({
    call: `project_sku (${type})`,
    expected: type === "power" ? [...PRODUCT, ...TERMS] : PRODUCT,
    run: () => productList(context, { ...FIRST_PAGE, type }, NOW),
    tell: ({ products, count, omittedCount }) => {
      const described = describeRows("products", products.length, count, omittedCount);
      const statuses = new Map(products.map(({ rawStatus = "–", status }) => [rawStatus, status]));
      const seen = [...statuses].map(([raw, status]) => `${shownStatus(raw)} (${status})`).join(", ");
      if (seen !== "" && type === "power") described.found = `${described.found}, status ${seen}`;
      const unclear = products.filter((product) => product.unclear).length;
      if (unclear > 0)
        described.findings.push(problem(`${unclear} have terms that cannot be read: nobody can buy them`));
      return described;
    },
  });
  const products = page?.products ?? [];
  if (type === "miner" && products.length > 0 && products.every(({ otherAttrs }) => otherAttrs.length === 0)) {
    const why = `no miner came with attributes for ${env().MINER_ATTR_KV_KEY}`;
    suggest({ level: "note", variable: "MINER_ATTR_KV_KEY", value: null, why });
  }
  return products[0];
}

async function readDetail(
  { ask }: Examination,
  context: UpstreamContext,
  listed: Product | undefined,
): Promise<Product | undefined> {
  if (listed === undefined) return undefined;
  const read = await ask({
    call: `project_sku_detail (${listed.productId})`,
    expected: DETAIL,
    without: "note",
    run: () => productDetail(context, listed.productId, NOW),
    tell: ({ product }) => ({
      found: `status ${product.status}`,
      findings: product.unclear ? [problem("its terms cannot be read: nobody can buy it")] : [],
    }),
  });
  return read?.product;
}

async function readNotices({ ask, suggest, observer }: Examination, context: UpstreamContext): Promise<void> {
  const texts: (string | undefined)[] = [];
  for (const locale of LOCALES) {
    await ask({
      call: `notice_info_list (${locale})`,
      expected: ["count", "noticeInfoList", "title", "content", "timeLong"],
      run: () => noticeList({ ...context, locale }, { ...FIRST_PAGE }, NOW),
      tell: ({ notices, count, omittedCount }, { data }) => {
        if (notices.length > 0) texts.push(stringify(data));
        return describeRows("notices", notices.length, count, omittedCount);
      },
    });
  }
  if (texts.length < 2 || new Set(texts).size > 1) return;
  const why = "notices are the same in all languages: the header of the language may have another name";
  const value = observer.allowedHeaders().find((name) => /lang|locale/i.test(name)) ?? null;
  suggest({ level: "note", variable: "HEADER_LANGUAGE", value, why });
}

export function describeRows(
  what: string,
  readable: number,
  count: number,
  omittedCount: number,
): { found: string; findings: Finding[] } {
  const findings: Finding[] = [];
  if (omittedCount > 0) findings.push(problem(`${omittedCount} of the first page cannot be read at all`));
  else if (readable === 0) findings.push(note(`no ${what}: their fields are unknown`));
  return { found: `${readable} of ${count} ${what}`, findings };
}
