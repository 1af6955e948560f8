import { MenuItem } from "~/components/MenuItem";
import { useText } from "~/i18n/text";
import type { UserInfo } from "~server/upstream/user";
import { IDENTITY } from "~/components/page-icons";

/**
 * Identity verification with its state; it is a link only for visitors neither verified nor in review (behaviour 6.5).
 */
export function IdentityEntry({ user: { authLevel, rejectedReason } }: { user: UserInfo }) {
  const t = useText();
  const isOpen = authLevel === "unverified";
  const open = rejectedReason ? (
    <span className="identity-rejected">{t("UserCenter.rejected", { reason: rejectedReason })}</span>
  ) : (
    t("UserCenter.realNameNote")
  );
  return (
    <MenuItem
      icon={IDENTITY}
      note={isOpen ? open : t(`UserCenter.${authLevel}`)}
      href={isOpen ? "/RealNameSelect" : undefined}
    >
      {t("RealNameSelect.title")}
    </MenuItem>
  );
}
