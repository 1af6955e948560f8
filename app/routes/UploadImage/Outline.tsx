import { Drawing } from "~/components/Icon";
import type { PhotoSlot } from "~server/upstream/identity";

const CARD = "M4 5h40v26H4z";

/** What each photo shows: the side of a card with a picture, its other side, a person who holds it. */
const OUTLINES: Readonly<Record<PhotoSlot, string>> = {
  firstPhoto: `${CARD}M15 18a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM8 27c1-4 4-6 7-6s6 2 7 6M27 12h12M27 18h12M27 24h7`,
  secondPhoto: `${CARD}M4 10h40M4 15h40M9 21h14M9 26h9M30 20h9v7h-9z`,
  thirdPhoto:
    "M16 16a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM3 33c1-9 6-13 13-13 3 0 5 .7 7 2M23 19h21v14H23zM29 27a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM26 31c.5-2 1.5-3 3-3s2.5 1 3 3M35 24h6M35 28h6M23 27c-2-1-4 0-4 2s2 3 4 2",
};

/** A drawing of what to photograph; the words beside it have the same meaning. */
export function Outline({ slot }: { slot: PhotoSlot }) {
  return (
    <Drawing className="photo-small photo-outline" viewBox="0 0 48 36" width="96" height="72" strokeWidth="1.5">
      <path d={OUTLINES[slot]} />
    </Drawing>
  );
}
