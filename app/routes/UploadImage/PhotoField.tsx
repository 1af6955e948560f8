import type { FieldResult } from "~/components/form/form-result";
import { FieldError } from "~/components/form/FormField";
import { useHydrated } from "~/components/layout/hydrated";
import { useText } from "~/i18n/text";
import type { ShownPhoto } from "~server/identity/photos/photos";
import { PREVIEW_WIDTH, usePrepared, type PhotoLimits } from "./prepare";
import { Drawing } from "~/components/layout/Icon";
import type { PhotoSlot } from "~server/upstream/identity";

/** A field for one photo. It has no `capture`, which would hide the pictures that a phone already has. */
export function PhotoField({
  photo,
  id,
  errors: serverErrors,
  autoFocus,
  accept,
  limits,
}: { photo: ShownPhoto; accept: string; limits: PhotoLimits } & Pick<FieldResult, "id" | "errors" | "autoFocus">) {
  const t = useText();
  const { slot, accepted, thumbnail } = photo;
  const { input, preview, state, fault } = usePrepared(limits);
  const scripted = useHydrated();
  const label = t(`UploadImage.${slot}`);
  // If another file was chosen since the response, the error is about that file.
  const errors = fault ? [fault] : serverErrors;
  const error = errors?.[0];
  // While a file is being prepared, nothing is known about it.
  const hints = state === "preparing" ? [] : (state?.hints ?? photo.hints);
  return (
    <div className={error ? "card field field-wrong" : "card field"}>
      <label htmlFor={id}>{label}</label>
      {/* With scripts, which preview the picture, the field covers the whole tile, so that a press anywhere works. */}
      <div className={scripted ? "photo-tile photo-tile-whole wrap" : "photo-tile wrap"}>
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
          <Drawing
            className="photo-small photo-outline soft"
            viewBox="0 0 48 36"
            width="96"
            height="72"
            strokeWidth="1.5"
          >
            <path d={OUTLINES[slot]} />
          </Drawing>
        )}{" "}
        {/* Everything that is said about a photo is in this one place, so that nothing moves. */}
        <div className="photo-notes small" id={`${id}-hint`} role="status">
          {error ? (
            <FieldError id={id} errors={errors} />
          ) : state ? (
            <p>
              {state === "preparing"
                ? t("UploadImage.preparing")
                : t(`UploadImage.${state.made}`, { size: state.kilobytes })}
            </p>
          ) : accepted ? (
            <p>
              <span className="tag tag-verified">{t("UploadImage.accepted")}</span>
            </p>
          ) : null}{" "}
          {state || accepted || fault ? null : <p className="soft">{t(`UploadImage.${slot}Hint`)}</p>}
          {/* The photo on screen is the previous one, not the rejected one. */}
          {error && accepted && !state ? <p className="soft">{t("UploadImage.kept")}</p> : null}
          {error || hints.length === 0 ? null : (
            <p className="photo-hint">
              {hints.map((hint) => (
                <span key={hint}>{t(`UploadImage.${hint}Hint`, { pixels: limits.hintBelow.shorterSidePx })}</span>
              ))}
              <span>{t("UploadImage.retake")}</span>
            </p>
          )}
        </div>{" "}
        {scripted ? (
          <p className="photo-button center bold">
            {t(accepted || state ? "UploadImage.replace" : "UploadImage.take")}
          </p>
        ) : null}
        <input
          ref={input}
          id={id}
          name={slot}
          type="file"
          autoFocus={autoFocus}
          accept={accept}
          required={!accepted}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
        />
      </div>
    </div>
  );
}

const CARD = "M4 5h40v26H4z";

const OUTLINES: Readonly<Record<PhotoSlot, string>> = {
  firstPhoto: `${CARD}M15 18a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM8 27c1-4 4-6 7-6s6 2 7 6M27 12h12M27 18h12M27 24h7`,
  secondPhoto: `${CARD}M4 10h40M4 15h40M9 21h14M9 26h9M30 20h9v7h-9z`,
  thirdPhoto:
    "M16 16a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM3 33c1-9 6-13 13-13 3 0 5 .7 7 2M23 19h21v14H23zM29 27a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM26 31c.5-2 1.5-3 3-3s2.5 1 3 3M35 24h6M35 28h6M23 27c-2-1-4 0-4 2s2 3 4 2",
};
