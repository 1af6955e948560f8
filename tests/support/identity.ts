import type * as uploadRoute from "~/routes/UploadImage/route";
import { flowCookie } from "~server/session/flow-session";
import { readSession } from "~server/session/session";
import { readIdentityDraft, withIdentityDraft, type IdentityDraft } from "~server/identity/draft";
import type { Sandbox } from "@storefront/sandbox/start";
import { CookieJar, pageRequest } from "./requests";
import { newAddress, readFlow } from "./route-args";
import { signedIn } from "./signed-in";
import { MAINLANDER, PERSON } from "./valid-forms";
import { Visitor, type RouteModule } from "./visitor";

type Locale = "el_GR" | "en_US";

/** Details as the flow stores them until the photos are sent. */
export const FOREIGN_DETAILS = { areaCode: "886", numberCode: "158", certificateType: 2, ...PERSON } as const;
export const MAINLAND_DETAILS = { areaCode: "86", numberCode: "156", certificateType: 1, ...MAINLANDER } as const;

/** Makes a visitor of a route who is signed in to an account that may submit an identity. */
export async function applicant(
  sandbox: Sandbox,
  route: RouteModule,
  options: Parameters<Sandbox["createAccount"]>[0] = {},
  locale: Locale = "en_US",
) {
  const { account, token, cookies } = await signedIn(sandbox, { authLevel: 3, ...options });
  const visitor = new Visitor(route, locale);
  visitor.cookies.set("utoken", cookies.get("utoken") ?? "");
  return { account, token, visitor };
}

/** Returns the cookies for opening a form's page; for identity details, those of a signed-in visitor. */
export async function cookiesForForm(sandbox: Sandbox, path: string, details: RouteModule): Promise<CookieJar> {
  if (!path.startsWith("/RealName")) return new CookieJar();
  return (await applicant(sandbox, details)).visitor.cookies;
}

/** Puts an identity draft into a visitor's flow, as the details form does. */
export async function withDetails(cookies: CookieJar, draft: IdentityDraft): Promise<void> {
  const request = pageRequest("/", { cookies });
  const session = await readSession(request);
  if (!session) throw new Error("Nobody is signed in");
  cookies.take(await flowCookie(withIdentityDraft(await readFlow(request), session, draft)));
}

/** Returns the identity draft in a visitor's flow. */
export async function draftOf(cookies: CookieJar): Promise<IdentityDraft | undefined> {
  const request = pageRequest("/", { cookies });
  const session = await readSession(request);
  return session ? readIdentityDraft(await readFlow(request), session) : undefined;
}

type Sent = Buffer | { bytes: Buffer; name: string; type: string } | "blank";

/** Posts photos as a browser does. A blank field is sent as an empty file without a name. */
export async function postPhotos(
  { action }: Pick<typeof uploadRoute, "action">,
  cookies: CookieJar,
  photos: Partial<Record<"firstPhoto" | "secondPhoto" | "thirdPhoto", Sent>>,
  { csrf, securityInfo }: { csrf?: string; securityInfo?: string } = {},
): Promise<Response> {
  const slots = ["firstPhoto", "secondPhoto", "thirdPhoto"] as const;
  const files = slots.map((slot) => {
    const sent = photos[slot] ?? "blank";
    if (sent === "blank") return [slot, new File([], "")] as const;
    const { bytes, name, type } = Buffer.isBuffer(sent) ? { bytes: sent, name: "IMG_1.jpg", type: "image/jpeg" } : sent;
    return [slot, new File([new Uint8Array(bytes)], name, { type })] as const;
  });
  const visitor = new Visitor({ action }, null, newAddress(), cookies);
  const fields = { ...(csrf && { csrf }), ...(securityInfo && { securityInfo }), ...Object.fromEntries(files) };
  return visitor.postOf("realNamePhotos", "/UploadImage", fields);
}
