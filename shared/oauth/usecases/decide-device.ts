import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { deviceWrite, findDevice } from '../db/device-authorizations.ts';
import { type DeviceStatus, decideDevice } from '../domain/device-authorization.ts';
import { connectedEvent, consentToBe } from './consent-writes.ts';
import { type NotRepresented, sharedEntities } from './shared-entities.ts';
import { sharedInTrail } from './shared-in-trail.ts';

/** Who decides over which device. */
export interface DeviceDecision {
  /** As `findDeviceByUserCode` found it. */
  readonly reference: string;
  /** As stored now. */
  readonly person: StoredPerson;
}

/** What the user allows: of the scopes that the device asked for, those that its client may have. */
export interface DeviceConsent {
  /** The contract's names. */
  readonly scopes: readonly string[];
  /** The same as the device spelled them. */
  readonly scope: string;
  /** As they were sent; ignored where the scopes open no legal entities. */
  readonly legalEntityIds: readonly string[];
  /** When the user signed in, ISO 8601. */
  readonly authTime: string;
  /** How. */
  readonly amr: readonly string[];
}

export type DeviceOutcome =
  | { readonly kind: 'decided' }
  /** It was decided before, or has expired; null: there is no such request. Nothing was written. */
  | { readonly kind: 'closed'; readonly status: DeviceStatus | null }
  /** The account was deactivated meanwhile: nothing was written. */
  | { readonly kind: 'deactivated' };

/** The answer of somebody who says yes: they can share only what they represent. */
export type DeviceApprovalOutcome = DeviceOutcome | NotRepresented;

/** Allows a device what it waits for: its request and the user's consent are written in one transaction. */
export function approveDevice(
  { reference, person }: DeviceDecision,
  { scopes, scope, legalEntityIds: chosen, authTime, amr }: DeviceConsent,
  deps: CoreDeps,
): Promise<DeviceApprovalOutcome> {
  return untilWritten<DeviceApprovalOutcome>(async () => {
    const at = deps.now().toISOString();
    const [device, legalEntityIds] = await Promise.all([
      findDevice(deps.table, reference),
      sharedEntities({ personId: person.id, scopes, chosen }, deps),
    ]);
    if (device === null) return { kind: 'closed', status: null };
    if (legalEntityIds === null) return { kind: 'not_represented' };
    const { clientId } = device;
    const { id: personId, credentialEpoch } = person;
    const toBe = await consentToBe({ person, clientId }, { scopes, legalEntityIds }, at, deps);
    const { consent, write, changed } = toBe;
    const approval = { personId, consentId: consent.id, authTime, amr, credentialEpoch };
    const choice = { scopes: [...scopes], scope, legalEntityIds: [...legalEntityIds] };
    const decision = decideDevice(
      device,
      { type: 'approve', approval: { ...approval, ...choice } },
      at,
    );
    if (!decision.ok) return { kind: 'closed', status: decision.reason };
    const outcome = await transact(deps.table, {
      person: orElse(actingEpochCheck(person), () => ({ kind: 'deactivated' })),
      consent: write,
      told: connectedEvent(toBe, at, deps),
      device: deviceWrite(decision.next),
      ...auditPerson(deps, {
        at,
        actor: personActor(personId),
        personId,
        action: 'oauth_client.authorized',
        details: {
          clientId,
          scopes,
          ...sharedInTrail(legalEntityIds),
          consentChanged: changed,
          device: true,
        },
      }),
    });
    if (outcome.kind === 'written') return { kind: 'decided' };
    return outcome.refusal ?? lostRace;
  });
}

/** Denies a device what it waits for. */
export function denyDevice(
  { reference, person }: DeviceDecision,
  deps: CoreDeps,
): Promise<DeviceOutcome> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const device = await findDevice(deps.table, reference);
    if (device === null) return { kind: 'closed', status: null };
    const decision = decideDevice(device, { type: 'deny', personId: person.id }, at);
    if (!decision.ok) return { kind: 'closed', status: decision.reason };
    const outcome = await transact(deps.table, {
      device: deviceWrite(decision.next),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'oauth_client.denied',
        details: { clientId: device.clientId, device: true },
      }),
    });
    return outcome.kind === 'written' ? { kind: 'decided' } : lostRace;
  });
}
