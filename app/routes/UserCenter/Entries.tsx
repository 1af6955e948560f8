import { MenuItem } from "~/components/layout/MenuItem";
import type { IconName } from "~/components/layout/Icon";
import { useText } from "~/i18n/text";
import type { UserInfo } from "~server/upstream/user";
import { BELL, EARNINGS, INVITE, LOCK, SHIELD, IDENTITY } from "~/components/layout/page-icons";

/**
 * The entries of the account centre with their conditions (behaviour 2.24, 6.5).
 *
 * @param props.identity false where the onboarding has that entry
 */
export function Entries({ user, identity }: { user: UserInfo; identity: boolean }) {
  const t = useText();
  const entries: { icon: IconName; label: string; note?: string; href?: string | undefined }[] = [
    { icon: "wallet", label: t("Assets.title"), href: "/Assets" },
    { icon: "orders", label: t("MyOrder.title"), href: "/MyOrder" },
    {
      icon: EARNINGS,
      label: t("UserCenter.earnings"),
      note: t("UserCenter.earningsNote"),
      href: "/UserCenter?step=earnings",
    },
    {
      icon: SHIELD,
      label: t("UserCenter.authenticator"),
      note: t(user.googleBound ? "UserCenter.bound" : "UserCenter.unbound"),
      href: user.googleBound ? undefined : "/GoogleBind",
    },
    { icon: LOCK, label: t("Security.title"), note: t("Security.entryNote"), href: "/Security" },
    { icon: INVITE, label: t("InvitationCode.title"), href: "/InvitationCode" },
    { icon: BELL, label: t("Notice.title"), href: "/Notice" },
  ];
  return (
    <nav className="card entries account-entries" aria-label={t("UserCenter.entries")}>
      <ul>
        {identity ? (
          <li>
            <IdentityEntry user={user} />
          </li>
        ) : null}
        {entries.map(({ label, ...entry }) => (
          <li key={entry.icon}>
            <MenuItem {...entry}>{label}</MenuItem>
          </li>
        ))}
      </ul>
    </nav>
  );
}

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
