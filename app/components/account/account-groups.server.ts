import type { IconName } from "~/components/layout/Icon";
import { BELL, EARNINGS, IDENTITY, INVITE, LOCK, OUT, QUESTION, SHIELD } from "~/components/layout/page-icons";
import type { Text } from "~/i18n/text";
import type { pageAt } from "~server/pages";
import type { TextKey } from "~server/texts/catalogue";
import type { Protection } from "~server/account/protection";

/** A page of the account. Without `href` it cannot be opened, and the note says why. */
export interface AccountRow {
  href?: string | undefined;
  label: string;
  icon: IconName;
  note?: string | undefined;
  current?: "page" | "true" | undefined;
}

const GROUPS: readonly {
  id: string;
  title?: TextKey;
  rows: readonly (readonly [href: string, label: TextKey, icon: IconName])[];
}[] = [
  {
    id: "money",
    title: "UserCenter.money",
    rows: [
      ["/Assets", "Assets.title", "wallet"],
      ["/Recharge", "Recharge.title", "download"],
      ["/MyOrder", "MyOrder.title", "orders"],
      ["/UserCenter?step=earnings", "UserCenter.earnings", EARNINGS],
    ],
  },
  { id: "security", title: "UserCenter.security", rows: [["/Security", "Security.title", LOCK]] },
  {
    id: "more",
    title: "UserCenter.more",
    rows: [
      ["/InvitationCode", "InvitationCode.title", INVITE],
      ["/Notice", "Notice.title", BELL],
      ["/Help", "Help.title", QUESTION],
    ],
  },
  { id: "out", rows: [["/UserCenter?step=logout", "UserCenter.logout", OUT]] },
];

const WITH_MENU = ["/UserCenter", "/Assets", "/MyOrder", "/Notice", "/Help"];

export function protectionRows({ authLevel, googleBound }: Protection, t: Text): AccountRow[] {
  return [
    {
      href: authLevel === undefined || authLevel === "unverified" ? "/RealNameSelect" : undefined,
      label: t("RealNameSelect.title"),
      icon: IDENTITY,
      note: authLevel && t(`UserCenter.${authLevel}`),
    },
    {
      href: googleBound ? undefined : "/GoogleBind",
      label: t("UserCenter.authenticator"),
      icon: SHIELD,
      note: googleBound === undefined ? undefined : t(googleBound ? "UserCenter.bound" : "UserCenter.unbound"),
    },
  ];
}

export function accountGroups(page: ReturnType<typeof pageAt>, user: Protection, t: Text) {
  if (![page?.path, page?.parent].some((path) => path && WITH_MENU.includes(path))) return undefined;
  const here = page?.path.replace("/:coinSymbol?", "");
  const groups = GROUPS.map(({ id, title, rows }) => ({
    id,
    title: title && t(title),
    rows: [
      ...(id === "security" ? protectionRows(user, t) : []),
      ...rows.map(([href, label, icon]): AccountRow => ({ href, label: t(label), icon })),
    ],
  }));
  // A page without a row of its own marks its parent's row.
  const rows = groups.flatMap((group) => group.rows);
  const row = rows.find(({ href }) => href === here) ?? rows.find(({ href }) => href === page?.parent);
  if (row) row.current = row.href === here ? "page" : "true";
  return groups;
}
