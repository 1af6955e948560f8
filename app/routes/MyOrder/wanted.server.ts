import { ORDER_STATUSES } from "~server/env";
import { parsePage } from "~server/loader/pagination";
import { trimmed } from "~server/search-words";
import { SORTS, type Selection } from "~server/orders/selection";

const PART_MAX_LENGTH = 128;
const PART = /^[^\p{Cc}\p{Cf}\p{Cs}]*$/u;

export interface Wanted extends Selection {
  page: number;
  ignored: ("q" | "status" | "sort" | "page")[];
}

export function readWanted(query: URLSearchParams): Wanted {
  const parameter = (name: string) => trimmed(query.get(name) ?? "");
  // Our CSV writes an apostrophe before an order number.
  const [q, page] = [parameter("q").replace(/^'/, ""), parameter("page")];
  const isPart = q.length <= PART_MAX_LENGTH && PART.test(q);
  const status = ORDER_STATUSES.find((one) => one === query.get("status"));
  const sort = SORTS.find((one) => one === query.get("sort"));
  const understood = { q: isPart, status: status !== undefined, sort: sort !== undefined, page: isPage(page) };
  const names = Object.keys(understood) as (keyof typeof understood)[];
  const ignored = names.filter((name) => !understood[name] && parameter(name));
  return { q: isPart ? q : "", status, sort, page: parsePage(page), ignored };
}

const isPage = (page: string) => String(parsePage(page)) === page;
