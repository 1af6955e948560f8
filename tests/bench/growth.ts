type Fields = Record<string, unknown>;

/** The id of the first product that only the benchmark has. */
const FIRST_ADDED = 900_000;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Repeats rows until a page of a list of this length is full. */
function pageOf(rows: unknown, length: number, { page, pageSize }: Fields, change: (at: number) => Fields): Fields[] {
  const given = Array.isArray(rows) ? rows.filter(isFields) : [];
  const size = Number(pageSize ?? 10);
  const first = (Number(page ?? 1) - 1) * size;
  const count = given.length === 0 ? 0 : Math.max(0, Math.min(size, length - first));
  return Array.from({ length: count }, (_, index) => ({ ...given[index % given.length], ...change(first + index) }));
}

/**
 * Adds products or orders to an upstream's response by repeating those that it has.
 *
 * @param path of the call
 * @param asked the call's body
 * @param response the upstream's response, in its envelope
 * @param lengths how many there should be; by default as many as the upstream has
 */
export function grow(
  path: string,
  asked: Fields,
  response: Fields,
  { products, orders }: { products?: number; orders?: number },
): Fields {
  const { data } = response;
  if (!isFields(data)) return response;
  if (orders !== undefined && path.endsWith("/getOrderList")) {
    const orderList = pageOf(data.orderList, orders, asked, (at) => ({ orderNum: String(10 ** 15 + at) }));
    return { ...response, data: { ...data, orderList, count: orders } };
  }
  if (products !== undefined && path.endsWith("/project_sku") && String(asked.type) === "1") {
    const rows = pageOf(data.data, products, asked, (at) => ({ productId: String(FIRST_ADDED + at) }));
    return { ...response, data: { ...data, data: rows, count: products } };
  }
  return response;
}
