import type { FieldResult } from "~/components/form-result";
import { FieldError } from "~/components/FormField";
import { useHydrated } from "~/components/hydrated";
import { useText } from "~/i18n/text";
import type { ShownPhoto } from "~server/identity/photos/photos";
import { Outline } from "./Outline";
import { PREVIEW_WIDTH, usePrepared, type PhotoLimits } from "./prepare";

/**
 * One slot: a drawing of what to photograph, or the chosen or received picture, and a file field. It has no `capture`,
 * which would hide the pictures that a phone already has.
 */
export function PhotoField({
  photo,
  id,
  errors: serverErrors,
  autoFocus,
  limits,
}: { photo: ShownPhoto; limits: PhotoLimits } & Pick<FieldResult, "id" | "errors" | "autoFocus">) {
  const t = useText();
  const { slot, accepted, thumbnail } = photo;
  const { input, preview, state, fault } = usePrepared(limits);
  const scripted = useHydrated();
  const label = t(`UploadImage.${slot}`);
  // Another file has been chosen since the response: the error is about this one.
  const errors = fault ? [fault] : serverErrors;
  const error = errors?.[0];
  // While another file is prepared nothing is known of it.
  const hints = state === "preparing" ? [] : (state?.hints ?? photo.hints);
  const words = t(accepted || state ? "UploadImage.replace" : "UploadImage.take");
  return (
    <div className={error ? "card field field-wrong" : "card field"}>
      <label htmlFor={id}>{label}</label>
      <p className="field-hint" id={`${id}-hint`}>
        {t(`UploadImage.${slot}Hint`)}
      </p>
      {/* Where scripts run, which show the chosen picture, the field lies over the tile: all of it can be touched. */}
      <div className={scripted ? "photo-tile photo-tile-whole" : "photo-tile"}>
        {state ? (
          <canvas className="photo-small" ref={preview} aria-hidden="true" width={PREVIEW_WIDTH} height="144" />
        ) : thumbnail ? (
          <img
            className="photo-small"
            src={thumbnail}
            alt={t("UploadImage.thumbnail", { slot: label })}
            width="96"
            height="72"
          />
        ) : (
          <Outline slot={slot} />
        )}{" "}
        <div className="photo-words">
          {state ? (
            <p role="status">
              {state === "preparing"
                ? t("UploadImage.preparing")
                : t(`UploadImage.${state.made}`, { size: state.kilobytes })}
            </p>
          ) : accepted ? (
            <p>
              <span className="tag tag-verified">{t("UploadImage.accepted")}</span>
            </p>
          ) : null}
          {scripted ? <p className="photo-button">{words}</p> : null}
        </div>{" "}
        {hints.map((hint) => (
          <p key={hint} className="small photo-hint">
            {t(`UploadImage.${hint}Hint`, { pixels: limits.hintBelow.shorterSidePx })}
          </p>
        ))}
        <input
          ref={input}
          id={id}
          name={slot}
          type="file"
          autoFocus={autoFocus}
          accept="image/jpeg,image/png"
          required={!accepted}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
        />
      </div>
      <div role="status">
        {/* The photo that is shown is the one before, not the one that is at fault. */}
        {error && accepted && !state ? <p className="field-hint">{t("UploadImage.kept")}</p> : null}
        <FieldError id={id} errors={errors} />
      </div>
    </div>
  );
}
