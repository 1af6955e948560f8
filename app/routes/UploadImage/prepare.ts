import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import type { Measured, PhotoHint } from "~server/identity/photos/hints";

/** This is the server's own limit, so that no more detail is lost here than there. */
const EDGE_MAX = 2_400;
const QUALITY = 0.85;
/** The preview is twice as wide as the tile, for dense screens. */
export const PREVIEW_WIDTH = 192;

/** The file that replaces the chosen one: a JPEG made from another type ("converted") or from a larger picture. */
type Made = "converted" | "reduced" | "ready";

type State = "preparing" | { kilobytes: number; hints: PhotoHint[]; made: Made } | null;

type Fault = "UploadImage.photoType" | "UploadImage.photoSize" | "UploadImage.photoUnreadable";

export interface PhotoLimits {
  maxBytes: number;
  hintBelow: Measured;
}

/** Prepares a chosen photo, and shows at once errors that the server would report minutes later. */
export function usePrepared({ maxBytes, hintBelow: { luminance, shorterSidePx } }: PhotoLimits) {
  const input = useRef<HTMLInputElement>(null);
  const preview = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<State>(null);
  const [fault, setFault] = useState<Fault>();
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const refuse = (found?: Fault) => {
      setFault(found);
      // This blocks the form (`holdFaulty`). No browser shows it, because the form has `noValidate`.
      field.setCustomValidity(found ?? "");
    };
    const look = () => {
      const chosen = field.files?.[0];
      setState(chosen ? "preparing" : null);
      refuse();
      if (!chosen) return;
      let file = chosen;
      const isCurrent = () => field.files?.[0] === file;
      copyOf(chosen, maxBytes)
        .then((copy) => {
          if (isCurrent()) {
            replace(field, copy);
            file = copy;
          }
          return prepare(file, preview);
        })
        .then(({ ready, measured, isConverted }) => {
          if (!isCurrent()) return;
          if (ready !== file) replace(field, ready);
          const hints: PhotoHint[] = measured.luminance < luminance ? ["dark"] : [];
          if (measured.shorterSidePx < shorterSidePx) hints.push("small");
          const made = isConverted ? "converted" : file.size > maxBytes ? "reduced" : "ready";
          const isTooLarge = ready.size > maxBytes;
          if (isTooLarge) refuse("UploadImage.photoSize");
          setState(isTooLarge ? null : { kilobytes: Math.ceil(ready.size / 1000), hints, made });
        })
        .catch(async (error: unknown) => {
          // A file that this browser cannot read at all need not be sent; any other error is the browser's own.
          const isPhoto = await isAccepted(file).catch(() => undefined);
          if (!isCurrent()) return;
          setState(null);
          if (file.size > maxBytes) refuse("UploadImage.photoSize");
          else if (isPhoto === undefined) refuse("UploadImage.photoUnreadable");
          else if (!isPhoto || (error as Error).name === "InvalidStateError") refuse("UploadImage.photoType");
        });
    };
    // This includes a file that was chosen before scripts ran.
    look();
    field.addEventListener("change", look);
    return () => field.removeEventListener("change", look);
  }, [maxBytes, luminance, shorterSidePx]);
  return { input, preview, state, fault };
}

/** Stops a form that has a file which the server would reject, and shows the field. */
export function holdFaulty(event: FormEvent<HTMLFormElement>, { maxBytes }: PhotoLimits): void {
  const fields = event.currentTarget.querySelectorAll<HTMLInputElement>("input[type=file]");
  const isFaulty = ({ validity, files }: HTMLInputElement) =>
    validity.customError || (files?.[0]?.size ?? 0) > maxBytes;
  const faulty = Array.from(fields).find(isFaulty);
  if (!faulty) return;
  event.preventDefault();
  faulty.focus();
}

/** Copies the file into memory: another app's may change before it is sent, and the browser would show an error. */
async function copyOf(file: File, maxBytes: number): Promise<File> {
  if (file.size > maxBytes) return file;
  return new File([await new Response(file).arrayBuffer()], file.name, { type: file.type });
}

async function isAccepted(file: File): Promise<boolean> {
  const start = new Uint8Array(await new Response(file.slice(0, 4)).arrayBuffer());
  const hex = Array.from(start, (byte) => (byte + 256).toString(16).slice(1)).join("");
  return hex.startsWith("ffd8ff") || hex === "89504e47";
}

/**
 * Returns the photo as a JPEG of at most 2400 pixels per side, with its measurements; unchanged if the server accepts
 * that and the JPEG would not be smaller, or could not be trusted.
 */
async function prepare(
  file: File,
  preview: RefObject<HTMLCanvasElement>,
): Promise<{ ready: File; measured: Measured; isConverted: boolean }> {
  // A browser without this option throws. The photo is then sent unchanged, because a canvas would lose its rotation.
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, EDGE_MAX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  draw(canvas, bitmap, bitmap.width * scale, bitmap.height * scale);
  const small = preview.current ?? document.createElement("canvas");
  // The preview is made from the drawing, so that it shows what would be sent.
  draw(small, canvas, PREVIEW_WIDTH, (PREVIEW_WIDTH * bitmap.height) / bitmap.width);
  const luminance = isReadBack() ? luminanceOf(small) : Infinity;
  // Phones that are short of memory draw nothing of a large photo and report no error.
  const isTrue = luminance > 0.5 && luminance < 254.5;
  const measured = {
    luminance: isTrue ? luminance : Infinity,
    shorterSidePx: Math.min(canvas.width, canvas.height),
  };
  bitmap.close();
  const isConverted = !(await isAccepted(file));
  if (!isTrue && !isConverted) return { ready: file, measured, isConverted };
  const blob = isTrue && (await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY)));
  if (!blob) throw new Error("the canvas made no JPEG");
  const isSent = isConverted || blob.size < file.size;
  return { ready: isSent ? new File([blob], "photo.jpg", { type: "image/jpeg" }) : file, measured, isConverted };
}

/** True if a canvas returns the drawn pixels: Tor Browser and LibreWolf give scripts noise. Brave's is invisible. */
function isReadBack(): boolean {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 16;
  const context = canvas.getContext("2d");
  if (!context) return false;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, 8, 16);
  // Each row is 32 numbers of white and 32 zeros.
  return context.getImageData(0, 0, 16, 16).data.every((value, at) => Math.abs(value - (at % 64 < 32 ? 255 : 0)) < 9);
}

function luminanceOf(canvas: HTMLCanvasElement): number {
  const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const weights = [0.2126, 0.7152, 0.0722, 0];
  let sum = 0;
  for (let at = 0; at < data.length; at += 1) sum += (data[at] ?? 0) * (weights[at % 4] ?? 0);
  return sum / (data.length / 4);
}

function draw(canvas: HTMLCanvasElement, picture: CanvasImageSource, width: number, height: number): void {
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  // A JPEG has no transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
}

function replace(field: HTMLInputElement, file: File): void {
  const carrier = new DataTransfer();
  carrier.items.add(file);
  field.files = carrier.files;
}
