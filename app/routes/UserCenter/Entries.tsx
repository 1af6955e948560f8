import { Icon, type IconName } from "~/components/Icon";
import { useText } from "~/i18n/text";
import type { UserInfo } from "~server/upstream/user";

interface Entry {
  icon: IconName;
  label: string;
  note?: string;
  /** Where it leads; an entry whose condition does not hold leads nowhere and says why in its note (behaviour 6.5). */
  to?: string;
}

/** The entries of the account centre with their conditions (behaviour 2.24, 6.5). */
export function Entries({ user }: { user: UserInfo }) {
  const t = useText();
  const verifiable = user.authLevel === "unverified";
  const entries: Entry[] = [
    { icon: "wallet", label: t("Assets.title"), to: "/Assets" },
    { icon: "orders", label: t("MyOrder.title"), to: "/MyOrder" },
    {
      icon: "earnings",
      label: t("UserCenter.earnings"),
      note: t("UserCenter.earningsNote"),
      to: "/UserCenter?step=earnings",
    },
    {
      icon: "identity",
      label: t("RealNameSelect.title"),
      note: verifiable
        ? user.rejectedReason
          ? t("UserCenter.rejected", { reason: user.rejectedReason })
          : t("UserCenter.realNameNote")
        : t(`UserCenter.${user.authLevel}`),
      to: verifiable ? "/RealNameSelect" : undefined,
    },
    {
      icon: "shield",
      label: t("UserCenter.authenticator"),
      note: t(user.googleBound ? "UserCenter.bound" : "UserCenter.unbound"),
      to: user.googleBound ? undefined : "/GoogleBind",
    },
    { icon: "invite", label: t("InvitationCode.title"), to: "/InvitationCode" },
    { icon: "bell", label: t("Notice.title"), to: "/Notice" },
  ];
  return (
    <nav className="card entries" aria-label={t("UserCenter.entries")}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.icon}>
            <EntryRow {...entry} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function EntryRow({ icon, label, note, to }: Entry) {
  const content = (
    <>
      <Icon name={icon} />
      <span className="entry-text">
        {label}
        {note ? <span className="entry-note">{note}</span> : null}
      </span>
      {to ? <Icon name="next" /> : null}
    </>
  );
  return to ? (
    <a className="entry" href={to}>
      {content}
    </a>
  ) : (
    <span className="entry">{content}</span>
  );
}
