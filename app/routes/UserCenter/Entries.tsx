import { MenuItem } from "~/components/layout/MenuItem";
import { IDENTITY, SHIELD } from "~/components/layout/page-icons";
import { useText } from "~/i18n/text";
import type { UserInfo } from "~server/upstream/user";

/**
 * Identity verification and authenticator with their states; a link only for visitors who can begin it.
 *
 * @param props.identity false where the onboarding has that entry
 */
export function SecurityEntries({ user, identity }: { user: UserInfo; identity: boolean }) {
  const t = useText();
  return (
    <>
      {identity ? (
        <li>
          <IdentityEntry user={user} />
        </li>
      ) : null}
      <li>
        <MenuItem
          icon={SHIELD}
          note={t(user.googleBound ? "UserCenter.bound" : "UserCenter.unbound")}
          href={user.googleBound ? undefined : "/GoogleBind"}
        >
          {t("UserCenter.authenticator")}
        </MenuItem>
      </li>
    </>
  );
}

/** Identity verification; a link only for visitors neither verified nor in review. */
export function IdentityEntry({ user: { authLevel } }: { user: UserInfo }) {
  const t = useText();
  return (
    <MenuItem
      icon={IDENTITY}
      note={t(`UserCenter.${authLevel}`)}
      href={authLevel === "unverified" ? "/RealNameSelect" : undefined}
    >
      {t("RealNameSelect.title")}
    </MenuItem>
  );
}
