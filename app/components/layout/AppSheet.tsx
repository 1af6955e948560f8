import { Sheet } from "~/components/form/Sheet";
import { APP_LABELS } from "~/components/feedback/Toast";
import { useText } from "~/i18n/text";
import { ButtonLink } from "./ButtonLink";

export function AppSheet({
  title,
  text,
  closeTo,
  ios,
}: Record<"title" | "text" | "closeTo", string> & { ios: boolean }) {
  const t = useText();
  return (
    <Sheet title={title} closeTo={closeTo}>
      <p className="soft">{text}</p>
      <div className="actions stack">
        {APP_LABELS[ios ? "ios" : "other"].map((label, index) => (
          <ButtonLink key={label} quiet={index > 0} href="/AppDownload">
            {t(label)}
          </ButtonLink>
        ))}
      </div>
    </Sheet>
  );
}
