import type { Text } from "~/i18n/text";
import type { Deposit } from "~server/upstream/finance";

export function depositStatusLabel(
  { status, rawStatus, statusText }: Pick<Deposit, "status" | "rawStatus" | "statusText">,
  t: Text,
): string {
  if (statusText !== undefined) return statusText;
  if (status !== "unknown") return t(`DepositRecord.${status}`);
  return rawStatus ? t("DepositRecord.unknown", { value: rawStatus }) : t("common.missing");
}
