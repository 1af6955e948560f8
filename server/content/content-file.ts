/** One file of `CONTENT_DIR`, and where its faults go. */
export interface ContentFile {
  text: string;
  fault: (what: string) => void;
}

/** Reads JSON; undefined after a fault. */
export function jsonOf(text: string, fault: ContentFile["fault"]): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    fault(`is not JSON (${error instanceof Error ? error.message : String(error)})`);
    return undefined;
  }
}
