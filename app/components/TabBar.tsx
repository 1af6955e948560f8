import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { Icon } from "./Icon";

/** Each place with the addresses that belong to it. */
const PLACES = [
  { href: "/Index/Home", icon: "home", label: "common.tabHome", also: [] },
  {
    href: "/Index/Power",
    icon: "chip",
    label: "common.tabPower",
    also: ["/PowerProductDetail", "/Estimate", "/Saved", "/Compare"],
  },
  { href: "/MyOrder", icon: "orders", label: "common.tabOrders", also: ["/Successpay"] },
  { href: "/Assets", icon: "wallet", label: "common.tabAssets", also: ["/Recharge", "/DepositRecord"] },
  {
    href: "/UserCenter",
    icon: "account",
    label: "common.tabMe",
    also: [
      "/GoogleBind",
      "/RealName",
      "/CountrySelect",
      "/UploadImage",
      "/SuccessRealname",
      "/InvitationCode",
      "/Security",
    ],
  },
] as const;

/** Five places for who is signed in, at the foot of the screen (behaviour 2.53). */
export function TabBar() {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  const path = useLocation().pathname.toLowerCase();
  if (!root?.signedIn) return null;
  const isIn = (place: string) => path.startsWith(place.toLowerCase());
  return (
    <nav className="places" aria-label={t("common.tabs")}>
      {/* A blank keeps the words of links apart (behaviour 10.40). */}{" "}
      <div className="low-bar places-row">
        {PLACES.map(({ href, icon, label, also }) => (
          <a key={href} href={href} aria-current={isIn(href) ? "page" : also.some(isIn) ? "true" : undefined}>
            <Icon name={icon} />
            <span>{t(label)}</span>{" "}
          </a>
        ))}
      </div>
    </nav>
  );
}
