/**
 * Where a payer goes after paying: the URL as it was given, with `success=true` added to its query. Query and
 * fragment otherwise stay as they are, character by character.
 */
export function successUrl(redirectUrl: string): string {
  const [address = '', fragment] = redirectUrl.split(/#(.*)/s);
  const separator = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${separator}success=true${fragment === undefined ? '' : `#${fragment}`}`;
}
