/** The product page with a quantity; what was typed may be anything. */
export function quantityPath(path: string, quantity: string): string {
  return `${path}?buyAmount=${encodeURIComponent(quantity)}`;
}
