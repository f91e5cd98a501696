import { BlockList, isIP } from 'node:net';

/** The networks of the operators' own proxies. */
export interface TrustedProxies {
  has(address: string): boolean;
}

/**
 * Parses networks in CIDR notation, separated by commas; undefined if there are none. Throws with
 * the first invalid network, and for a network that contains every address, because all callers
 * could then forge their address and avoid any limit.
 */
export function trustedProxies(list: string): TrustedProxies | undefined {
  const networks = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (networks.length === 0) return undefined;
  const known = new BlockList();
  for (const network of networks) {
    const [, address = '', bits = ''] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(network) ?? [];
    const family = isIP(address);
    const length = Number(bits);
    if (family === 0 || length < 8 || length > (family === 4 ? 32 : 128)) {
      throw new Error(`trusted proxies: ${network} is not a network of /8 or smaller`);
    }
    known.addSubnet(address, length, familyName(family));
  }
  return { has: (address) => isIP(address) > 0 && known.check(address, familyName(isIP(address))) };
}

function familyName(family: number): 'ipv4' | 'ipv6' {
  return family === 4 ? 'ipv4' : 'ipv6';
}
