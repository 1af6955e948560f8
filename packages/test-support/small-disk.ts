import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { freshFolder } from "./fresh-folder";

/** Mounts a disk of 16 MB; undefined if the machine does not allow mounts. */
export function smallDisk(name: string): { folder: string; remove: () => void } | undefined {
  const folder = freshFolder(name);
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", folder]).status === 0;
  const remove = () => {
    if (isMounted) spawnSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  if (isMounted) return { folder, remove };
  remove();
  return undefined;
}
