/**
 * The network for which a client's attempts are counted: the whole IPv4 address, or the first 64
 * bits of an IPv6 address, because a subscriber has all addresses with that prefix.
 */
export function clientNetwork(address: string): string {
  const ipv4 = ipv4Of(address);
  return ipv4 ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/**
 * The wider network for which sign-ins are counted, because anyone can easily get several addresses
 * in it: the first 24 bits of an IPv4 address, or the first 48 of an IPv6 address, which is the
 * prefix of a whole site.
 */
export function clientSite(address: string): string {
  const ipv4 = ipv4Of(address);
  if (ipv4 === null) return `${groupsOf(address).slice(0, 3).join(':')}::/48`;
  return `${ipv4.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The IPv4 address in a text, also in IPv6 notation; null for any other address. */
function ipv4Of(address: string): string | null {
  if (!address.includes(':')) return address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? null;
}

/** The eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('%', 1).join().toLowerCase().split('::', 2);
  const left = partsOf(head);
  const right = partsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}

/** The groups of an address part. A dotted IPv4 ending becomes two zeros: only the first four groups are used. */
function partsOf(text: string): readonly string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
