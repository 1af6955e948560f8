/** The address of a page of the orders, without default values. */
export function ordersPath({
  page = 1,
  q,
  status,
  sort,
}: {
  page?: number;
  q?: string | undefined;
  status?: string | undefined;
  sort?: string | undefined;
}): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(status && { status }),
    ...(sort && { sort }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query ? `/MyOrder?${query}` : "/MyOrder";
}
