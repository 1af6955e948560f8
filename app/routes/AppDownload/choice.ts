/** Which device the links are for (by default the visitor's own), and whether to stay in an in-app browser. */
export interface Choice {
  platform?: "ios" | "other" | undefined;
  stay?: boolean;
}

/** Reads a visitor's choice from the address; anything unknown is ignored. */
export function readChoice(query: URLSearchParams): Choice {
  const platform = query.get("platform");
  return {
    platform: platform === "ios" || platform === "other" ? platform : undefined,
    stay: query.get("stay") === "1",
  };
}

/** The address of the page with a choice. */
export function choicePath({ platform, stay }: Choice): string {
  const query = new URLSearchParams({ ...(platform && { platform }), ...(stay && { stay: "1" }) }).toString();
  return query ? `/AppDownload?${query}` : "/AppDownload";
}
