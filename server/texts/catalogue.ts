import { LOCALES, perLocale, type Locale } from "~/i18n/locales";
import { AboutUs } from "./AboutUs";
import { AppDownload } from "./AppDownload";
import { Assets } from "./Assets";
import { Captcha } from "./Captcha";
import { claims } from "./claims";
import { Code } from "./Code";
import { common } from "./common";
import { Compare } from "./Compare";
import { CountrySelect } from "./CountrySelect";
import { DepositRecord } from "./DepositRecord";
import { Download } from "./Download";
import { Error } from "./Error";
import { errors } from "./errors";
import { Estimate } from "./Estimate";
import { FirstSteps } from "./FirstSteps";
import { Genuine } from "./Genuine";
import { GoogleBind } from "./GoogleBind";
import { Head } from "./Head";
import { Help } from "./Help";
import { Home } from "./Home";
import { Index } from "./Index";
import { InvitationCode } from "./InvitationCode";
import { Language } from "./Language";
import { LeavingMessage } from "./LeavingMessage";
import { Legal } from "./Legal";
import { Login } from "./Login";
import { Market } from "./Market";
import { MarketSearch } from "./MarketSearch";
import { Miner } from "./Miner";
import { MinerProductDetail } from "./MinerProductDetail";
import { MyOrder } from "./MyOrder";
import { Notice } from "./Notice";
import { Offline } from "./Offline";
import { Order } from "./Order";
import { Pagination } from "./Pagination";
import { Plans } from "./Plans";
import { Poster } from "./Poster";
import { Power } from "./Power";
import { PowerProductDetail } from "./PowerProductDetail";
import { Product } from "./Product";
import { Purchase } from "./Purchase";
import { RealNameInfo } from "./RealNameInfo";
import { RealNameSelect } from "./RealNameSelect";
import { Recharge } from "./Recharge";
import { Register } from "./Register";
import { Saved } from "./Saved";
import { Scripts } from "./Scripts";
import { Security } from "./Security";
import { Successpay } from "./Successpay";
import { SuccessRealname } from "./SuccessRealname";
import { toasts } from "./toasts";
import { UploadImage } from "./UploadImage";
import { UserCenter } from "./UserCenter";
import type { InEachLanguage, InOneLanguage } from "./screen-texts";

/** The texts of all screens. The name of a screen is the namespace of its texts. */
const SCREENS = {
  common,
  errors,
  toasts,
  claims,
  Index,
  Home,
  Product,
  Power,
  Market,
  MarketSearch,
  Plans,
  Saved,
  Compare,
  Miner,
  MinerProductDetail,
  PowerProductDetail,
  Purchase,
  Estimate,
  Help,
  Login,
  Register,
  Legal,
  Scripts,
  AppDownload,
  Code,
  Captcha,
  UserCenter,
  FirstSteps,
  MyOrder,
  Download,
  Order,
  Assets,
  Recharge,
  Pagination,
  DepositRecord,
  Successpay,
  GoogleBind,
  InvitationCode,
  Poster,
  Notice,
  RealNameSelect,
  CountrySelect,
  RealNameInfo,
  UploadImage,
  SuccessRealname,
  AboutUs,
  LeavingMessage,
  Security,
  Genuine,
  Head,
  Language,
  Offline,
  Error,
};

export type Catalogue = InOneLanguage<typeof SCREENS>;
export type Namespace = keyof Catalogue;
/** `"Login.title"`: a namespace and a name in it. */
export type TextKey = { [N in Namespace]: `${N}.${Extract<keyof Catalogue[N], string>}` }[Namespace];

/**
 * The texts in one language.
 *
 * @param texts a structure that has each text in every language
 */
export function inLanguage<Texts>(texts: Texts, locale: Locale): InOneLanguage<Texts> {
  const index = LOCALES.indexOf(locale);
  const pick = (value: unknown): unknown => {
    if (Array.isArray(value))
      return typeof value[0] === "string" ? (value as unknown as InEachLanguage)[index] : value.map(pick);
    return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, pick(one)]));
  };
  return pick(texts) as InOneLanguage<Texts>;
}

/** The catalogues of the shop, without texts of the operator's own. */
export const catalogues: Readonly<Record<Locale, Catalogue>> = perLocale((locale) => inLanguage(SCREENS, locale));
