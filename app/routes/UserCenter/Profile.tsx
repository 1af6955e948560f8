import { Icon } from "~/components/Icon";
import { useText } from "~/i18n/text";
import type { UserInfo } from "~server/upstream/user";

/** Account name, id and the authentication badge (behaviour 2.23). */
export function Profile({ user }: { user: UserInfo }) {
  const t = useText();
  return (
    <div className="card avatar">
      <span className="avatar-mark">
        <Icon name="account" />
      </span>
      <div className="avatar-text">
        <strong>{user.userAccount ?? t("common.missing")}</strong>
        <p className="soft small">{t("UserCenter.id", { id: user.id ?? t("common.missing") })}</p>
        <span className={`tag tag-${user.authLevel}`}>{t(`UserCenter.${user.authLevel}`)}</span>
      </div>
    </div>
  );
}
