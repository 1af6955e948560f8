import { ORDER_STATUSES } from "~server/env";
import { parsePage } from "~server/loader/pagination";
import { SORTS, type Selection } from "~server/orders/selection";

/** No number is longer. */
const PART_MAX_LENGTH = 128;
/** What can be a part of a number: nothing that cannot be seen. */
const PART = /^[^\p{Cc}\p{Cf}\p{Cs}]*$/u;

/** What an address asks for, and the names of what it says that was not understood. */
export interface Wanted extends Selection {
  /** From 1. */
  page: number;
  ignored: ("q" | "status" | "sort" | "page")[];
}

/** Reads the address of the orders, which may say anything (behaviour 2.84). */
export function readWanted(query: URLSearchParams): Wanted {
  const said = (name: string) => query.get(name)?.trim() ?? "";
  const [q, page] = [said("q"), said("page")];
  const isPart = q.length <= PART_MAX_LENGTH && PART.test(q);
  const status = ORDER_STATUSES.find((one) => one === query.get("status"));
  const sort = SORTS.find((one) => one === query.get("sort"));
  const understood = { q: isPart, status: status !== undefined, sort: sort !== undefined, page: isPage(page) };
  const names = Object.keys(understood) as (keyof typeof understood)[];
  const ignored = names.filter((name) => !understood[name] && said(name));
  return { q: isPart ? q : "", status, sort, page: parsePage(page), ignored };
}

const isPage = (page: string) => String(parsePage(page)) === page;
