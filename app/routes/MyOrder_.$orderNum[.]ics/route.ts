import { orderPath } from "~/components/account/encoded-paths";
import { getText } from "~server/texts/text";
import { parsePage } from "~server/loader/pagination";
import { privateLoader } from "~server/loader/loader";
import { cycleEndCalendar } from "~server/orders/calendar";
import { readOrder, orderNumOf } from "~server/orders/read-order";

const END = ".ics";

/** Returns 404 if the order is not the visitor's, or if its end is unknown because its time or cycle cannot be read. */
export const loader = privateLoader(
  async ({ upstreamContext, session, request, query, locale }) => {
    const orderNum = orderNumOf(request, END);
    const path = orderNum === undefined ? undefined : orderPath(orderNum);
    if (orderNum === undefined || path === undefined) return new Response(null, { status: 404 });
    const read = await readOrder(upstreamContext, session, { orderNum, from: parsePage(query.get("from")) });
    if (read === null || "older" in read || read.order.endMs === undefined) return new Response(null, { status: 404 });
    const t = getText(locale);
    const { plan: name, endMs } = read.order;
    const plan = name ?? t("Order.computingPower");
    const title = t("Order.calendarTitle", { plan });
    const description = t("Order.calendarText", { order: orderNum });
    return new Response(cycleEndCalendar({ orderNum, title, description, endMs, path }, Date.now()), {
      headers: {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'attachment; filename="order.ics"',
      },
    });
  },
  // A sign-in leads to the page of the order.
  { page: ({ request }) => new URL(request.url).pathname.slice(0, -END.length) },
);
