/**
 * Which device the links are for, and whether an in-app browser's visitor chose to stay; absent means as the device
 * says.
 */
export interface Choice {
  platform?: "ios" | "other";
  stay?: boolean;
}

/** What a visitor has chosen by the address; anything unknown is no choice. */
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
