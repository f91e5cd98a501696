import { type Actor, system } from '../../platform/domain/audit-entry.ts';
import type { Caller, PersonCaller } from './caller.ts';

/** The caller as the audit trail names it. */
export function actorOf(caller: Caller | PersonCaller): Actor {
  switch (caller.kind) {
    case 'operator':
      return { kind: 'operator', id: caller.principal, personId: null };
    case 'person':
      return { kind: 'person', id: caller.personId, personId: caller.personId };
    case 'standard':
      return { kind: 'standard_key', id: caller.keyId, personId: caller.personId };
    case 'agent':
      return { kind: 'agent_key', id: caller.keyId, personId: caller.personId };
    case 'partner':
      return { kind: 'partner_key', id: caller.keyId, personId: null };
    case 'oauth':
      return { kind: 'oauth_client', id: caller.clientId, personId: caller.personId };
    case 'anonymous':
      return system;
  }
}
