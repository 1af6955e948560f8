import { vi } from "vitest";
import { store } from "~server/store/shared";

/** Runs something while the store writes the mark "sending", as on a slow disk. */
export function duringTheMark(happens: () => unknown): void {
  const sharedStore = store();
  const { commit } = sharedStore;
  const slow = vi.spyOn(sharedStore, "commit").mockImplementation(async (change) => {
    const committed = await commit(change);
    const written = JSON.stringify(change.write);
    if (!written.includes('"quote:') || !written.includes("sending")) return committed;
    slow.mockImplementation(commit);
    await happens();
    return committed;
  });
}
