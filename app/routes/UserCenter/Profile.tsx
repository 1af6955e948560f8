import { Icon } from "~/components/Icon";
import { useText } from "~/i18n/text";
import type { UserInfo } from "~server/upstream/user";

/** An account's name that is an e-mail address goes on in the next line at its @, where there is no room for it. */
function AccountName({ name }: { name: string }) {
  const at = name.lastIndexOf("@");
  if (at <= 0) return name;
  return (
    <>
      {name.slice(0, at)}
      <wbr />
      {name.slice(at)}
    </>
  );
}

/** Account name, id and the authentication badge (behaviour 2.23). */
export function Profile({ user }: { user: UserInfo }) {
  const t = useText();
  return (
    <div className="card avatar">
      <span className="avatar-mark">
        <Icon name="account" />
      </span>
      <div className="avatar-text">
        <strong>
          <AccountName name={user.userAccount ?? t("common.missing")} />
        </strong>
        <p className="soft small">{t("UserCenter.id", { id: user.id ?? t("common.missing") })}</p>
        <span className={`tag tag-${user.authLevel}`}>{t(`UserCenter.${user.authLevel}`)}</span>
      </div>
    </div>
  );
}
