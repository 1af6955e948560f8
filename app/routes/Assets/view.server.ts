import { z } from "zod";
import { formAction } from "~server/forms/form";
import { ASSETS_VIEW_PARTS, assetsViewCookie, readAssetsView } from "~server/account/assets-view";
import { seeOther } from "~server/session/redirects";

/** Harmless, and pressed again and again. */
const PRESSES = { points: 120, perMs: 60_000 };

/**
 * Hides or shows a part of the page (behaviour 2.60), which `hide` and `show` name. It is idempotent, so no response is
 * stored for repeats, and an old page works as well as a new one.
 */
export const changeView = formAction({
  purpose: "assets-view",
  session: "required",
  lasting: true,
  answersRepeats: true,
  limit: PRESSES,
  schema: () => z.object({ hide: z.enum(ASSETS_VIEW_PARTS).optional(), show: z.enum(ASSETS_VIEW_PARTS).optional() }),
  handle: ({ value: { hide, show }, request }) => {
    const view = { ...readAssetsView(request), ...(hide && { [hide]: true }), ...(show && { [show]: false }) };
    return Promise.resolve(seeOther("/Assets", { document: true, cookies: [assetsViewCookie(view)] }));
  },
});
