import { accessSync, constants, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";

function parent(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    return IN_MEMORY;
  } catch {
    return tmpdir();
  }
}

/** Makes an empty folder, in memory if the system has one. */
export const freshFolder = (name: string): string => mkdtempSync(join(parent(), `${name}-`));
