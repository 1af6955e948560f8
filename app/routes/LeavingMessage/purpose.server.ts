import { addressPattern, PARAMETERS, ROWS } from "~server/pages";
import { comparePath, namedPlans } from "~server/catalogue/compare";
import { env } from "~server/env";
import { readQuantity } from "~server/purchase/quantity";
import { beginningOf } from "~server/search-words";
import { returnToOf, safePath } from "~server/session/redirects";
import { absoluteUrl } from "~server/upstream/links";
import { printed } from "~server/upstream/parsers";
import { INVITE_CODE_MAX_LENGTH } from "~server/upstream/user";
import { clean } from "./fields.server";

const OWN_PATH = "/LeavingMessage";

/** The screens to which a visitor can return. No other address is accepted, so none can be injected. */
const SCREENS = ROWS.flatMap(({ path, wayBack = [], file }) =>
  wayBack === "none" || file ? [] : [{ pattern: new RegExp(`^${addressPattern(path)}$`, "i"), preserved: wayBack }],
);
const inviteCode = printed(INVITE_CODE_MAX_LENGTH);
/** Matches the sign-in's path, which may contain an account and must not be sent. */
const LOGIN = /^\/Login\/[^/]*$/i;
const ORDER = /^[A-Za-z0-9][\w.:@-]{0,127}$/;
const ID = new RegExp(`^${PARAMETERS.id}$`);

const READERS: Readonly<Record<string, (query: URLSearchParams) => string | undefined>> = {
  id: (query) => {
    const id = query.get("id") ?? "";
    return ID.test(id) ? id : undefined;
  },
  inviteCode: (query) => inviteCode(query.get("inviteCode")),
  redirectTo: returnToOf,
  buyAmount: (query) => {
    const quantity = readQuantity(query.get("buyAmount") ?? "");
    return quantity.ok ? quantity.quantity : undefined;
  },
};

/**
 * Reads `?product=`, `?order=`, `?topic=bulk` and the page that the visitor came from (`?from=` or the Referer). Only
 * that page's path, ids and return path are used: a query may contain private data.
 */
export function readPurpose(request: Request) {
  const query = new URL(request.url).searchParams;
  const from = ownScreen(query.get("from")) ?? ownScreen(refererPath(request));
  const product = query.get("product") ?? "";
  const productId = ID.test(product) ? product : undefined;
  const order = query.get("order") ?? "";
  const orderNum = ORDER.test(order) ? order : undefined;
  const bulk = query.get("topic") === "bulk";
  const subject = {
    ...(productId ? { product: productId } : {}),
    ...(orderNum ? { order: orderNum } : {}),
    ...(bulk ? { topic: "bulk" } : {}),
    ...(from ? { from } : {}),
  };
  const pathWith = (parts: Record<string, string>) =>
    Object.keys(parts).length ? `${OWN_PATH}?${new URLSearchParams(parts).toString()}` : OWN_PATH;
  // These are the form's own address with the valid parts of its query, and the address of the step after sending.
  return { from, productId, orderNum, bulk, path: pathWith(subject), sentPath: pathWith({ ...subject, step: "sent" }) };
}

export function enquiryUrl({ from, productId, bulk }: ReturnType<typeof readPurpose>): string {
  const { PUBLIC_ORIGIN } = env();
  // The page's own return path is only for the return link.
  if (from) return PUBLIC_ORIGIN + (/\?ids?=/.test(from) ? from : from.replace(/\?.*/, ""));
  return PUBLIC_ORIGIN + OWN_PATH + (productId ? `?product=${productId}` : bulk ? "?topic=bulk" : "");
}

function refererPath(request: Request): string | undefined {
  const url = absoluteUrl(request.headers.get("referer"));
  return url?.origin === env().PUBLIC_ORIGIN ? url.pathname + url.search : undefined;
}

function ownScreen(target: unknown): string | undefined {
  const safe = safePath(target, "");
  if (!safe) return undefined;
  const { pathname, searchParams } = new URL(safe, env().PUBLIC_ORIGIN);
  const path = LOGIN.test(pathname) ? "/Login" : pathname;
  const preserved = SCREENS.find(({ pattern }) => pattern.test(path))?.preserved;
  if (!preserved) return undefined;
  const compared = preserved.includes("ids") ? namedPlans(searchParams)?.ids : undefined;
  if (compared?.length) return comparePath(compared);
  const parameters = preserved.flatMap((name) => {
    const value = READERS[name]?.(searchParams);
    return value === undefined ? [] : [[name, value]];
  });
  return parameters.length > 0 ? `${path}?${new URLSearchParams(parameters).toString()}` : path;
}

/** This limit leaves space for the visitor's own text. */
const SHARED_MAX_LENGTH = 500;
/** No browser shares more, and a query may contain anything, so the rest is ignored. */
const READ_MAX = 10_000;

/** Reads the `title`, `text` and `url` that another app shares, for the question; undefined if nothing is shared. */
export function readShared(query: URLSearchParams) {
  const parts = ["title", "text", "url"].map((name) => clean(beginningOf(query.get(name) ?? "", READ_MAX)));
  const all = [...new Set(parts.filter(Boolean))].join("\n");
  if (!all) return undefined;
  const characters = Array.from(all);
  const text = characters.slice(0, SHARED_MAX_LENGTH).join("").trim();
  // `cut` is true if there was more.
  return { text, cut: characters.length > SHARED_MAX_LENGTH };
}
