import type { Selection } from "~server/orders/selection";

export function ordersPath({ page = 1, q, status, sort }: Partial<Selection> & { page?: number }): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(status && { status }),
    ...(sort && { sort }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query ? `/MyOrder?${query}` : "/MyOrder";
}
