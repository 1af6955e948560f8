import { expect, test, vi } from "vitest";
import * as info from "~/routes/RealNameInfo/route";
import * as security from "~/routes/Security/route";
import * as upload from "~/routes/UploadImage/route";
import * as thumbnail from "~/routes/UploadImage_.$slot/route";
import * as centre from "~/routes/UserCenter/route";
import { SAVED_IDENTITY_AGE_MS } from "~server/identity/saved";
import { store } from "~server/store/shared";
import { applicant, postPhotos } from "../../support/identity";
import { PERSON } from "../../support/valid-forms";
import { smallPhoto } from "@storefront/test-support/images";
import { useUpstream } from "../../support/upstream";
import { signIn } from "../../support/signed-in";
import { Visitor, type RouteModule } from "../../support/visitor";

const sandbox = await useUpstream();

const PAGE = "/RealNameInfo?country=158";
const FOREIGN = { numberCode: "158", certificateType: "2", ...PERSON };

type Account = Awaited<ReturnType<typeof applicant>>["account"];
interface Form {
  typed?: Record<string, string>;
}

/** The same account on another browser, with only a new session. */
async function anew(account: Account, route: RouteModule = info): Promise<Visitor> {
  const { cookies } = await signIn(sandbox, account);
  return on(cookies.get("utoken"), route);
}

/** A visitor of a route with only that session. */
function on(session: string | undefined, route: RouteModule): Visitor {
  const visitor = new Visitor(route);
  visitor.cookies.set("utoken", session ?? "");
  return visitor;
}

const typedFor = async (visitor: Visitor) => (await visitor.read<Form & Record<string, unknown>>(PAGE)).typed;

/** A visitor who has entered the details. */
async function entered() {
  const arrived = await applicant(sandbox, info);
  const commit = vi.spyOn(store(), "commit");
  const response = await arrived.visitor.submit(PAGE, FOREIGN);
  expect(response.headers.get("location")).toBe("/UploadImage");
  const writes = commit.mock.calls.flatMap(([{ write }]) => Object.entries(write));
  const [key = "", entry] = writes.find(([written, value]) => written.startsWith("identity:") && value) ?? [];
  commit.mockRestore();
  return { ...arrived, stored: [key, entry?.value, entry?.ageMs] as const };
}

test("sealed details are available for a day after a sign-in on another browser", async () => {
  const { account, stored } = await entered();
  const [key, value, ageMs] = stored;
  expect(`${key}${value}`).not.toMatch(new RegExp(`${PERSON.certificateNumber}|${PERSON.familyName}|example`));
  expect(ageMs).toBe(SAVED_IDENTITY_AGE_MS);
  const again = await anew(account);
  expect(await typedFor(again)).toMatchObject({ ...PERSON, certificateType: "2" });
  const photos = await (await anew(account, upload)).open("/UploadImage");
  expect(photos.status, "the photo page opens").toBe(200);
});

test("another account cannot see the details", async () => {
  await entered();
  const { visitor } = await applicant(sandbox, info);
  expect(await typedFor(visitor)).toEqual({});
});

test("a form whose session has expired is saved as typed", async () => {
  const { account, visitor } = await applicant(sandbox, info);
  const { token: csrf } = await visitor.read<{ token: string }>(PAGE);
  await sandbox.fail("user_info", { kind: "error", code: 10002 }, { times: 1 });
  const response = await visitor.post(PAGE, { ...FOREIGN, csrf });
  expect(response.headers.get("location")).toBe("/");
  expect(await typedFor(await anew(account))).toMatchObject({ ...PERSON, certificateType: "2" });
});

test("a photo's name survives a new sign-in, its thumbnail does not", async () => {
  const { account, visitor, stored } = await entered();
  const photo = { bytes: await smallPhoto(), name: "photo.jpg", type: "image/jpeg" };
  await postPhotos(upload, visitor.cookies, { firstPhoto: photo });
  const session = visitor.cookies.get("utoken");
  expect(
    (await on(session, thumbnail).open("/UploadImage/firstPhoto", { params: { slot: "firstPhoto" } })).status,
  ).toBe(200);
  const value = await store().get(stored[0]);
  expect(value?.length, "the stored value has no picture").toBeLessThan(2_000);
  const again = await anew(account, upload);
  const { photos } = await again.read<{ photos: { accepted: boolean; thumbnail: string | null }[] }>("/UploadImage");
  expect(photos[0]).toMatchObject({ accepted: true, thumbnail: null });
});

test.each([
  ["a sign-out", centre, "/UserCenter?step=logout"],
  ["signing out everywhere", security, "/Security?step=everywhere"],
  ["the deletion of what this shop keeps", security, "/Security?step=delete"],
] as const)("the details are deleted after %s", async (_, route, path) => {
  const { account, visitor, stored } = await entered();
  expect(await store().get(stored[0])).not.toBeNull();
  expect((await on(visitor.cookies.get("utoken"), route).submit(path, {})).status).toBe(303);
  expect(await store().get(stored[0])).toBeNull();
  if (path.endsWith("delete")) return;
  expect((await (await signedInAgain(account)).read<Form & Record<string, unknown>>(PAGE)).typed).toEqual({});
});

/** A new session after signing out everywhere, as the sign-in begins it. */
async function signedInAgain(account: Account): Promise<Visitor> {
  const { beginSession } = await import("~server/session/begin");
  const { token } = await signIn(sandbox, account);
  const cookie = await beginSession({ token, account: account.email }, new Request("http://shop.example/"));
  const visitor = new Visitor(info);
  visitor.cookies.take(cookie);
  return visitor;
}

test("the details are deleted once the identity is submitted", async () => {
  const { visitor, stored } = await entered();
  const photo = { bytes: await smallPhoto(), name: "photo.jpg", type: "image/jpeg" };
  const response = await postPhotos(upload, visitor.cookies, {
    firstPhoto: photo,
    secondPhoto: photo,
    thirdPhoto: photo,
  });
  expect(response.headers.get("location")).toBe("/SuccessRealname");
  expect(await store().get(stored[0])).toBeNull();
});

test("if the store is not writable, visitors can still submit their identity", async () => {
  const { visitor } = await applicant(sandbox, info);
  const { token: csrf } = await visitor.read<{ token: string }>(PAGE);
  const lost = vi.spyOn(store(), "commit").mockRejectedValue(new Error("no answer"));
  const response = await visitor.post(PAGE, { ...FOREIGN, csrf });
  lost.mockRestore();
  expect(response.headers.get("location")).toBe("/UploadImage");
});
