import { GetHostedZoneCommand, type Route53Client } from '@aws-sdk/client-route-53';
import type { Asked } from './account.ts';
import { blocker, type Finding, known, note, ok } from './finding.ts';

/** A zone of Route 53, and the name servers that the DNS has for it. */
export interface Zone {
  readonly name: string;
  readonly isPrivate: boolean;
  readonly servers: readonly string[];
  /** Name servers of the name in the DNS; empty if it is not delegated. */
  readonly delegated: readonly string[];
}

/** The zone for a stage's records. */
export interface Domain {
  readonly zoneId: string;
  readonly zoneName: string;
}

/** Looks up the zone in Route 53 and its name in the DNS; null if the zone does not exist. */
export async function askZone(
  zones: Pick<Route53Client, 'send'>,
  resolveNs: (name: string) => Promise<readonly string[]>,
  { zoneId: Id, zoneName }: Domain,
): Promise<Zone | null> {
  try {
    const { HostedZone, DelegationSet } = await zones.send(new GetHostedZoneCommand({ Id }));
    return {
      name: plain(HostedZone?.Name ?? ''),
      isPrivate: HostedZone?.Config?.PrivateZone ?? false,
      servers: (DelegationSet?.NameServers ?? []).map(plain),
      delegated: (await delegationOf(resolveNs, zoneName)).map(plain),
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchHostedZone') return null;
    throw error;
  }
}

/**
 * A certificate is validated with a record in the zone: without the delegation nobody finds it, and the stack waits for
 * hours.
 */
export function judgeZone(
  asked: Asked<Zone | null>,
  { zoneId, zoneName }: Domain,
  makesCertificate: boolean,
): Finding {
  const about = 'hosted zone';
  return known(about, asked, (zone) => {
    if (zone === null) {
      return blocker(about, `${zoneId} does not exist in this account`, 'Check hostedZoneId.');
    }
    if (zone.name !== zoneName) {
      return blocker(about, `${zoneId} belongs to ${zone.name}`, `hostedZoneName is ${zoneName}.`);
    }
    if (zone.isPrivate) {
      return blocker(about, `${zoneId} is private`, 'No one outside could find the service.');
    }
    const servers = zone.servers.join(', ');
    if (!zone.delegated.some((server) => zone.servers.includes(server))) {
      const found = `${zoneName} is delegated to ${zone.delegated.join(', ') || 'no name server'}`;
      const advice = `Have the domain above delegate it to ${servers}.`;
      return makesCertificate
        ? blocker(about, found, `${advice} Without it the deployment waits for its certificate.`)
        : note(about, found, advice);
    }
    return ok(about, `${zoneName} is delegated to it`);
  });
}

async function delegationOf(
  resolveNs: (name: string) => Promise<readonly string[]>,
  name: string,
): Promise<readonly string[]> {
  try {
    return await resolveNs(name);
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}

function plain(name: string): string {
  return name.replace(/\.$/, '').toLowerCase();
}
