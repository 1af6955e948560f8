import type { FieldAnswer } from "~/components/form-answer";
import { FieldError } from "~/components/Labelled";
import { useText } from "~/i18n/text";
import type { ShownPhoto } from "~server/real-name/photos";
import { usePrepared } from "./prepare";

/**
 * One slot: what the platform has of it already, and a file field. Without `capture`, which would hide the pictures
 * that a phone already has.
 */
export function PhotoField({
  photo,
  id,
  errors: answered,
  maxBytes,
}: { photo: ShownPhoto; maxBytes: number } & Pick<FieldAnswer, "id" | "errors">) {
  const t = useText();
  const { slot, accepted, thumbnail } = photo;
  const { input, preview, state, isTooLarge } = usePrepared(maxBytes);
  const label = t(`UploadImage.${slot}`);
  // Another file has been chosen since the answer: what is wrong is wrong with this one.
  const errors = isTooLarge ? ["UploadImage.photoSize"] : answered;
  const error = errors?.[0];
  return (
    <div className={error ? "card photo field field-wrong" : "card photo field"}>
      <label htmlFor={id}>{label}</label>
      <p className="field-hint" id={`${id}-hint`}>
        {t(`UploadImage.${slot}Hint`)} {accepted ? t("UploadImage.replaceHint") : ""}
      </p>
      {accepted || state ? (
        <div className="photo-row">
          {state ? <canvas className="photo-small" ref={preview} aria-hidden="true" width="192" height="144" /> : null}
          {thumbnail && !state ? (
            <img
              className="photo-small"
              src={thumbnail}
              alt={t("UploadImage.thumbnail", { slot: label })}
              width="96"
              height="72"
            />
          ) : null}{" "}
          {state ? (
            <span role="status">
              {state === "preparing" ? t("UploadImage.preparing") : t("UploadImage.ready", { size: state.kilobytes })}
            </span>
          ) : (
            <span className="tag tag-verified">{t("UploadImage.accepted")}</span>
          )}
        </div>
      ) : null}
      <input
        ref={input}
        id={id}
        name={slot}
        type="file"
        accept="image/jpeg,image/png"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
      />
      <div role="status">
        <FieldError id={id} errors={errors} />
      </div>
    </div>
  );
}
