import { boot } from "./boot";
import { estimatedBack, limitAt, livePayment, nextQuantity, shortOf, type Range } from "./components/product/amounts";
import type { Rounding } from "./components/form/decimal-text";
import { isPlainClick } from "./components/layout/plain-click";
import { formatCharge } from "./i18n/formats";

// React's stepper imports its arithmetic from this file (tooling/vite/script-url.ts), so that it is sent once.
export * from "./components/product/amounts";
export * from "./components/form/decimal-text";

boot();

/**
 * Runs the stepper until React takes over. Events handled here go no further; what would change more than figures,
 * such as a balance that is too low, goes to the server.
 */

interface ProductPage {
  product: { price?: string; coin?: string; backFactor: string | null };
  sale: {
    range: Range;
    rounding: Rounding;
    buyAmount: string;
    payment?: string;
    signedIn: boolean;
    balance?: string;
  };
}

function showAmounts(form: Element, { product, sale }: ProductPage, quantity: string): boolean {
  const { buyAmount, rounding, range, signedIn, balance } = sale;
  if (!product.coin || (signedIn && balance === undefined)) return false;
  const { price, backFactor } = product;
  const payment = quantity === buyAmount ? sale.payment : livePayment(quantity, price, rounding, range);
  if (payment === undefined || shortOf(balance, sale.payment) || shortOf(balance, payment)) return false;
  const back = estimatedBack(payment, backFactor);
  // The first figure is the payment, the second the estimated return if there is one.
  form.querySelectorAll("strong.figure").forEach((figure, index) => {
    const amount = index ? back : payment;
    if (amount !== undefined) figure.textContent = formatCharge(amount);
  });
  form
    .querySelectorAll<HTMLAnchorElement>("a.chip")
    .forEach((chip) => (chip.className = quantityOf(chip) === quantity ? "chip chip-chosen" : "chip"));
  return true;
}

const quantityOf = ({ href }: HTMLAnchorElement) => href.replace(/.*=/, "");

function act(event: MouseEvent | Event): void {
  const { target, type } = event;
  // The context is undefined if `boot` has not run.
  const { __remixContext: context } = window as Partial<typeof window>;
  const page = context?.state.loaderData?.["routes/PowerProductDetail.$id"] as ProductPage | undefined;
  const form = target instanceof Element && target.closest("form");
  const field = form && form.querySelector<HTMLInputElement>("[name=buyAmount]");
  if (!page || !field || "live" in field.dataset) return;
  if (type !== "click" && type !== "input") return event.stopPropagation();
  let quantity = field.value;
  if (target !== field) {
    const control = target.closest<HTMLButtonElement | HTMLAnchorElement>("[value$=crease], a.chip");
    if (!control || !isPlainClick(event as MouseEvent)) return;
    if (control instanceof HTMLAnchorElement) quantity = quantityOf(control);
    else {
      const direction = control.value === "increase" ? 1 : -1;
      // The server's page names the limit.
      if (limitAt(page.sale.range, quantity, direction)) return;
      quantity = nextQuantity(page.sale.range, quantity, direction);
    }
  }
  if (!showAmounts(form, page, quantity)) return;
  event.stopPropagation();
  if (target === field) return;
  event.preventDefault();
  field.value = quantity;
}

// All events of a press are handled, because React would hydrate the whole page at once for any of them.
for (const type of ["touchstart", "touchend", "pointerdown", "pointerup", "mousedown", "mouseup", "click", "input"])
  addEventListener(type, act, true);
