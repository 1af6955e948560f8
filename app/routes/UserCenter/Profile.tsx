import { Amount } from "~/components/account/Amount";
import { Icon } from "~/components/layout/Icon";
import { readMessage, useText } from "~/i18n/text";
import type { UserInfo } from "~server/upstream/user";
import type { ShownBalance } from "./balance.server";

/** An account's name that is an e-mail address breaks at its @ where it is too long for the line. */
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

/** Account name, id, the authentication badge and the total balance. */
export function Profile({ user, balance }: { user: UserInfo; balance: ShownBalance | { unread: string } | undefined }) {
  const t = useText();
  return (
    <div className="card account-head">
      <div className="avatar">
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
      {balance ? (
        <p className="account-balance">
          <span className="soft">{t("Assets.total")}</span>{" "}
          {"unread" in balance ? (
            <span>{readMessage(t, balance.unread)}</span>
          ) : (
            <strong className="figure" translate="no">
              <Amount value={balance.amount} isHidden={balance.amount === undefined} />{" "}
              <span>{balance.showName ?? t("common.missing")}</span>
            </strong>
          )}
        </p>
      ) : null}
    </div>
  );
}
