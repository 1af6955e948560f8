import { useText } from "~/i18n/text";
import { QuietLink } from "./ButtonLink";

export function ReturnLink({ to }: { to: string | undefined }) {
  const t = useText();
  if (!to) return null;
  return (
    <QuietLink href={to}>{t(/^\/powerproductdetail\//i.test(to) ? "common.toPurchase" : "common.toGoal")}</QuietLink>
  );
}
