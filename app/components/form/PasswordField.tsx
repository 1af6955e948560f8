import { useEffect, useRef, useState, type ComponentProps } from "react";
import { useText } from "~/i18n/text";
import { Field } from "./Field";
import { Icon } from "~/components/layout/Icon";
import { useHydrated } from "~/components/layout/hydrated";

export function PasswordField(field: Omit<ComponentProps<typeof Field>, "type" | "children">) {
  const t = useText();
  const scripted = useHydrated();
  const [shown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    window.addEventListener("pagehide", hide);
    return () => {
      form?.removeEventListener("submit", hide);
      window.removeEventListener("pagehide", hide);
    };
  }, [scripted]);
  return (
    <Field
      {...field}
      type={shown ? "text" : "password"}
      className={scripted ? "secret" : undefined}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    >
      {scripted ? (
        <button
          type="button"
          className="secret-button target"
          aria-pressed={shown}
          aria-controls={field.id}
          onClick={() => setShown(!shown)}
          ref={button}
        >
          <Icon name={shown ? "hidden" : "eye"} label={t("common.showPassword")} />
        </button>
      ) : null}
    </Field>
  );
}
