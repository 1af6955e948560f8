import { expect, test, vi } from "vitest";
import { readThumbnail, storeThumbnail } from "~server/identity/photos/thumbnails";
import { store } from "~server/store/shared";

const sessionOf = (signInId: string) => ({ id: signInId, signInId, token: "token" });
const thumbnail = { jpeg: Buffer.from("photo"), hints: [] };

test("a thumbnail is shown only to its own sign-in, even if a manipulated store offers it to another", async () => {
  const [own, other] = [sessionOf("own"), sessionOf("other")];
  const stored = vi.spyOn(store(), "set");
  await storeThumbnail(own, "firstPhoto", thumbnail);
  expect(await readThumbnail(own, "firstPhoto")).toEqual(thumbnail);
  vi.spyOn(store(), "get").mockResolvedValue(stored.mock.calls[0]?.[1] ?? "");
  expect(await readThumbnail(other, "firstPhoto")).toBeNull();
  expect(await readThumbnail(own, "secondPhoto")).toBeNull();
});
