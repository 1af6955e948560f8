export interface ContentFile {
  text: string;
  fault: (what: string) => void;
}

/** Parses JSON. Reports a mistake as a fault and returns undefined. */
export function jsonOf(text: string, fault: ContentFile["fault"]): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    fault(`is not JSON (${error instanceof Error ? error.message : String(error)})`);
    return undefined;
  }
}
