import { Icon } from "~/components/layout/Icon";
import { useText } from "~/i18n/text";
import type { UserInfo } from "~server/upstream/user";

/** An e-mail address that is too long for the line breaks at its @. */
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

/** Account name, id and verification badge, with the reason for a rejection. */
export function Profile({ user }: { user: UserInfo }) {
  const t = useText();
  return (
    <div className="row">
      <span className="avatar-mark">
        <Icon name="account" />
      </span>
      <div>
        <strong>
          <AccountName name={user.userAccount ?? t("common.missing")} />
        </strong>
        <p className="soft small">{t("UserCenter.id", { id: user.id ?? t("common.missing") })}</p>
        <span className={`tag tag-${user.authLevel}`}>{t(`UserCenter.${user.authLevel}`)}</span>
      </div>
    </div>
  );
}
