/** The product page with a quantity, which may be any input. */
export function quantityPath(path: string, quantity: string): string {
  return `${path}?buyAmount=${encodeURIComponent(quantity)}`;
}
