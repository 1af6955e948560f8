export function rechargePath(coinSymbol: string, returnTo?: string): string {
  return withQuery(coinSymbol, { redirectTo: returnTo });
}

export function chainPath(coinSymbol: string, chainName: string, returnTo: string | undefined): string {
  return withQuery(coinSymbol, { chain: chainName, redirectTo: returnTo });
}

export function watchPath(coinSymbol: string, chainName: string | undefined, returnTo: string | undefined): string {
  return withQuery(coinSymbol, { chain: chainName, redirectTo: returnTo, watch: "on" });
}

function withQuery(coinSymbol: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.append(name, value);
  const path = coinSymbol ? `/Recharge/${encodeURIComponent(coinSymbol)}` : "/Recharge";
  const written = query.toString();
  return written ? `${path}?${written}` : path;
}
