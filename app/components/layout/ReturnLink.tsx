import { useText } from "~/i18n/text";
import { QuietLink } from "./ButtonLink";

/** The link back to the page the visitor came from, if there is one. */
export function ReturnLink({ to }: { to: string | undefined }) {
  const t = useText();
  if (!to) return null;
  return (
    <QuietLink href={to}>{t(/^\/powerproductdetail\//i.test(to) ? "common.toPurchase" : "common.toGoal")}</QuietLink>
  );
}
