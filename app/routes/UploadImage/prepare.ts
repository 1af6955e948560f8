import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import type { Measured, PhotoHint } from "~server/photos/hints";

/** The limit that the server has too, so nothing is lost that would not be lost there. */
const EDGE_MAX = 2_400;
const QUALITY = 0.85;
/** Twice as wide as the tile, for dense screens. */
export const PREVIEW_WIDTH = 192;

type State = "preparing" | { kilobytes: number; hints: PhotoHint[] } | null;

/** What the server allows of a photo, and below what it gives a hint. */
export interface PhotoLimits {
  /** The largest that it accepts. */
  maxBytes: number;
  hintBelow: Measured;
}

/**
 * Makes the photo of a file field smaller before it is sent, with a preview (behaviour 10.19). If that fails, the photo
 * stays as it was chosen, and the server makes it smaller; one that the server would refuse for its size is named at
 * once, since sending it may take minutes.
 */
export function usePrepared({ maxBytes, hintBelow: { luminance, shorterSidePx } }: PhotoLimits) {
  const input = useRef<HTMLInputElement>(null);
  const preview = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<State>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const look = () => {
      const file = field.files?.[0];
      setState(file ? "preparing" : null);
      setTooLarge(false);
      if (!file) return;
      const isCurrent = () => field.files?.[0] === file;
      prepare(file, preview)
        .then(({ ready, measured }) => {
          if (!isCurrent()) return;
          if (ready !== file) replace(field, ready);
          setTooLarge(ready.size > maxBytes);
          const hints: PhotoHint[] = measured.luminance < luminance ? ["dark"] : [];
          if (measured.shorterSidePx < shorterSidePx) hints.push("small");
          setState(ready.size > maxBytes ? null : { kilobytes: Math.ceil(ready.size / 1000), hints });
        })
        .catch(() => {
          if (!isCurrent()) return;
          setState(null);
          setTooLarge(file.size > maxBytes);
        });
    };
    // What was chosen before scripts ran counts.
    look();
    field.addEventListener("change", look);
    return () => field.removeEventListener("change", look);
  }, [maxBytes, luminance, shorterSidePx]);
  return { input, preview, state, isTooLarge };
}

/** Keeps a form with a file that the server would refuse for its size, and shows its field instead of sending it. */
export function holdTooLarge(event: FormEvent<HTMLFormElement>, { maxBytes }: PhotoLimits): void {
  const fields = event.currentTarget.querySelectorAll<HTMLInputElement>("input[type=file]");
  const tooLarge = Array.from(fields).find(({ files }) => (files?.[0]?.size ?? 0) > maxBytes);
  if (!tooLarge) return;
  event.preventDefault();
  tooLarge.focus();
}

/** The photo as a JPEG of at most 2400 pixels a side, or unchanged where that is not smaller; and its measures. */
async function prepare(
  file: File,
  preview: RefObject<HTMLCanvasElement>,
): Promise<{ ready: File; measured: Measured }> {
  // A browser that does not know this option throws, and the photo stays as it was: a canvas would lose its rotation.
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, EDGE_MAX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  draw(canvas, bitmap, bitmap.width * scale, bitmap.height * scale);
  const small = preview.current ?? document.createElement("canvas");
  draw(small, bitmap, PREVIEW_WIDTH, (PREVIEW_WIDTH * bitmap.height) / bitmap.width);
  const measured = { luminance: luminanceOf(small), shorterSidePx: Math.min(canvas.width, canvas.height) };
  bitmap.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  const isSmaller = blob && blob.size < file.size;
  return { ready: isSmaller ? new File([blob], "photo.jpg", { type: "image/jpeg" }) : file, measured };
}

/** The mean luminance of what is drawn, by Rec. 709, from 0 to 255, as the server measures it. */
function luminanceOf(canvas: HTMLCanvasElement): number {
  const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const weights = [0.2126, 0.7152, 0.0722, 0];
  let sum = 0;
  for (let at = 0; at < data.length; at += 1) sum += (data[at] ?? 0) * (weights[at % 4] ?? 0);
  return sum / (data.length / 4);
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap, width: number, height: number): void {
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  // A JPEG has no transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
}

/** Puts another file into a field. */
function replace(field: HTMLInputElement, file: File): void {
  const carrier = new DataTransfer();
  carrier.items.add(file);
  field.files = carrier.files;
}
