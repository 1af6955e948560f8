import type { FirstStep } from "~server/account/onboarding";

/** Where each of the first steps is taken. */
export const STEP_LINKS: Readonly<Record<FirstStep, string>> = {
  authenticator: "/GoogleBind",
  deposit: "/Recharge",
  order: "/Index/Power",
};
