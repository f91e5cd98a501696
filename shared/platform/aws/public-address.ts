import { BlockList, isIP } from 'node:net';

/** Not the internet, or not all of it (IANA's registries of special-purpose addresses; the metadata of some clouds). */
const forbidden: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local; the metadata of AWS and others is there.
  ['169.254.0.0', 16],
  // Azure's own, in the middle of public addresses.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Of global unicast: Teredo and other protocols, documentation, 6to4, which hold addresses of IPv4.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked = listOf(forbidden);
/** All that IPv6 has for the internet; loopback, private, link-local, multicast, mapped and translated addresses are not in it. */
const globalUnicast = listOf([['2000::', 3]]);
const loopback = listOf([
  ['127.0.0.0', 8],
  ['::1', 128],
]);

/** Whether an IP address is one that anybody may be asked to call: on the internet, and nobody's own network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !blocked.check(address, 'ipv4');
  if (isIP(address) !== 6 || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

/** Whether an IP address is this machine's own. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function listOf(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) {
    list.addSubnet(net, prefix, isIP(net) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
