import { createHash } from 'node:crypto';
import type { Node } from 'constructs';
import { type StaffPasskeys, staffPasskeySettings } from '../shared/staff/domain/staff-rights.ts';
import { isSandbox } from './sandbox-setting.ts';

/** The host that passkeys belong to: WebAuthn's RP ID. */
export interface PasskeySettings {
  readonly rpId: string;
  /** The previous host, if the context names it: see `exportOf`. */
  readonly former: string | undefined;
}

const host = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * Reads `passkeyRpId` and `previousPasskeyRpId`. The first defaults to the service's host. Undefined if the service has
 * no address of its own: functions then use the host they are called at.
 *
 * Throws for an invalid host; for a host that the service's address is not under, because no browser would let a page
 * use it; and for a previous host that is the same.
 */
export function passkeySettings(
  node: Node,
  baseUrl: string | undefined,
): PasskeySettings | undefined {
  const rpId = hostIn(node, 'passkeyRpId');
  const former = hostIn(node, 'previousPasskeyRpId');
  if (baseUrl === undefined) {
    if (rpId !== undefined || former !== undefined) {
      throw new Error('passkeyRpId: needs baseUrl or domainName');
    }
    return undefined;
  }
  const { hostname } = new URL(baseUrl);
  const chosen = rpId ?? hostname;
  if (hostname !== chosen && !hostname.endsWith(`.${chosen}`)) {
    throw new Error(
      `passkeyRpId: ${hostname} is not under ${chosen}, so no passkey would work; see “Passkey address” in docs/operators/settings.md`,
    );
  }
  if (former === chosen) throw new Error('previousPasskeyRpId: must differ from passkeyRpId');
  return { rpId: chosen, former };
}

/**
 * Reads `staffPasskeys`: whether staff decisions need a passkey. By default they do, except in a sandbox. Throws for
 * other values.
 */
export function staffPasskeys(node: Node): StaffPasskeys {
  const usual = isSandbox(node) ? 'optional' : 'required';
  const given: unknown = node.tryGetContext('staffPasskeys') ?? usual;
  const setting = staffPasskeySettings.find((known) => known === given);
  if (setting === undefined) throw new Error('staffPasskeys: optional or required');
  return setting;
}

function hostIn(node: Node, name: string): string | undefined {
  const value: unknown = node.tryGetContext(name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !host.test(value)) {
    throw new Error(`${name}: a host such as registry.example, in lower case`);
  }
  return value;
}

/**
 * The name under which the data stack exports an RP ID, and the service stack imports it. It contains a digest of the
 * value, so another RP ID is another export, and CloudFormation removes no export that a stack imports ("After another
 * stack imports an output value, you can't delete the stack that is exporting the output value or modify the exported
 * output value", AWS CloudFormation User Guide). So a deployment with another RP ID fails at the data stack, until the
 * context names the previous one, which is then also exported.
 */
export function exportOf(dataStackName: string, rpId: string): { id: string; name: string } {
  const digest = createHash('sha256').update(rpId).digest('hex').slice(0, 10);
  return { id: `ExportPasskeyRpId${digest}`, name: `${dataStackName}-PasskeyRpId-${digest}` };
}
