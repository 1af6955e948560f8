import { z } from "zod";
import { formAction } from "~server/forms/form";
import { marketPath, readMarketQuery } from "~server/catalogue/market-query";
import { LIMITS } from "~server/limits";
import { POWER_PAGE_SIZE } from "~server/specification";
import { parsePage } from "~server/loader/pagination";
import { isFull, plansCookie, plansIn, type PlanList } from "~server/catalogue/chosen-plans";
import type { Flash } from "~server/session/flash";
import { seeOther } from "~server/session/redirects";
import { id } from "~server/upstream/parsers";

export const PLANS_PURPOSE = "plans";

/** Enough for eight pages of a list with all boxes ticked. */
const BOXES_MAX = 200;

const productId = z.string().refine((text) => id(text) === text);
const boxes = z.array(productId).max(BOXES_MAX).default([]);

const choice = z.object({
  /** The ticked boxes, and those that were ticked when the page was rendered. */
  ids: boxes,
  was: boxes,
  save: productId.optional(),
  unsave: productId.optional(),
  drop: productId.optional(),
  to: z.string().optional(),
  page: z.string().optional(),
  go: z.literal("compare").optional(),
});

type Choice = z.output<typeof choice>;

export type ChoosingPage = "/Index/Power" | "/Saved" | "/Compare";

/** Returns an action that stores the ticked boxes, whichever button was pressed, and redirects. */
export function choosePlans(at: ChoosingPage) {
  return formAction({
    purpose: PLANS_PURPOSE,
    open: true,
    neverExpires: true,
    isIdempotent: true,
    limit: LIMITS["form:pressed"],
    schema: () => choice,
    handle: ({ value, request }) => {
      const compared = changed(request, "compare", [...value.was, ...(value.drop ? [value.drop] : [])], value.ids);
      const saved = changed(request, "saved", value.unsave ? [value.unsave] : [], value.save ? [value.save] : []);
      const isSaving = value.save !== undefined || value.unsave !== undefined;
      const cookies = [...compared.cookies, ...(isSaving ? saved.cookies : [])];
      const toast = toastOf(value, compared.isFull, saved.isFull);
      return Promise.resolve(seeOther(nextPath(at, request.url, value), { document: true, cookies, toast }));
    },
  });
}

function changed(request: Request, list: PlanList, out: readonly string[], into: readonly string[]) {
  const before = plansIn(request, list);
  const after = before.filter((one) => !out.includes(one) || into.includes(one));
  let lacksRoom = false;
  for (const one of into) {
    if (after.includes(one)) continue;
    if (isFull(list, [...after, one])) lacksRoom = true;
    else after.push(one);
  }
  const isSame = before.join() === after.join();
  return { isFull: lacksRoom, cookies: isSame ? [] : [plansCookie(list, after)] };
}

function toastOf({ save, unsave }: Choice, isCompareFull: boolean, isSavedFull: boolean): Flash | undefined {
  if (isSavedFull) return { key: "Market.savedFull", kind: "alert" };
  if (isCompareFull) return { key: "Market.compareFull", kind: "alert" };
  if (save !== undefined) return { key: "Market.planSaved", kind: "status" };
  return unsave === undefined ? undefined : { key: "Market.planUnsaved", kind: "status" };
}

function nextPath(at: ChoosingPage, url: string, { go, to, page, save, unsave }: Choice): string {
  if (go) return "/Compare";
  const pressed = save ?? unsave;
  const part = pressed === undefined ? "" : `#plan-${encodeURIComponent(pressed)}`;
  if (at !== "/Index/Power") return at === "/Saved" && save !== undefined ? at + part : at;
  const query = new URL(url).searchParams;
  const search = readMarketQuery(query)?.wanted;
  const next = parsePage(to ?? page ?? query.get("page"));
  if (search) return marketPath(search, next) + part;
  // In the endless list the next page begins where the last one ended.
  return marketPath({}, next) + (to === undefined ? part : `#item-${(next - 1) * POWER_PAGE_SIZE + 1}`);
}
