import { describe, expect, it } from 'vitest';
import { amendmentTransitions } from '../../shared/amendments/domain/amendment.ts';
import { certificateTransitions } from '../../shared/certificates/domain/certificate.ts';
import { draftOfChange } from '../../shared/events/domain/draft-of-change.ts';
import { eventTypes } from '../../shared/events/domain/event-type.ts';
import {
  type ItemImage,
  isPublishedChange,
  type TableChange,
} from '../../shared/events/domain/published-changes.ts';
import { applicationTransitions } from '../../shared/incorporation/domain/application.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { residencyApplicationTransitions } from '../../shared/residency/domain/residency-application.ts';
import { documentText } from '../support/documents.ts';

const at = '2026-01-16T09:30:00.000Z';
const owner = '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f';
const id = '4a7d1f0c-8e2b-4c39-9c55-2f6b7d1e0a34';

function change(
  key: { readonly pk: string; readonly sk: string },
  before: ItemImage | undefined,
  after: ItemImage | undefined,
  expired = false,
): TableChange {
  return { id: '0123456789abcdef0123456789abcdef', ...key, before, after, expired, at };
}
const typeOf = (...of: Parameters<typeof change>) => draftOfChange(change(...of))?.type ?? null;

type Transitions = Readonly<
  Record<string, Readonly<Record<string, string | readonly string[] | undefined>>>
>;

/** The state machines of the resources in the API, with their keys. */
const machines: readonly (readonly [string, Transitions, { pk: string; sk: string }])[] = [
  ['legal_entity_application', applicationTransitions, keys.application(owner, id)],
  ['amendment', amendmentTransitions, keys.amendment(owner, id)],
  ['certificate_request', certificateTransitions, keys.certificateRequest(owner, id)],
  ['residency_application', residencyApplicationTransitions, keys.residencyApplication(id)],
];

describe.each(machines)('each status change of a %s', (kind, transitions, key) => {
  const steps = Object.entries(transitions).flatMap(([from, commands]) =>
    Object.values(commands)
      .flatMap((to) => to ?? [])
      .filter((to) => to !== from)
      .map((to): readonly [string, string] => [from, to]),
  );
  const unique = [...new Map(steps.map((step) => [step.join(' → '), step])).values()];

  it.each(unique)('has an event: %s → %s', (from, to) => {
    const item = { id, integrationId: owner, version: 3 };
    const events = draftOfChange(
      change(key, { ...item, statusId: from }, { ...item, statusId: to }),
    );
    expect(events?.type.startsWith(`${kind}.`)).toBe(true);
    expect(eventTypes).toContain(events?.type);
    expect(events?.type).not.toBe(`${kind}.updated`);
    expect(events?.data).toEqual({
      id,
      statusId: to,
      ...(kind === 'residency_application' && { version: 3 }),
      ...(to === 'Rejected' && { rejectedReasonCode: null }),
    });
  });

  it('includes the reason code of a rejection, or null for an unknown code', () => {
    const codeOf = (rejectedReasonCode: string) => {
      const item = { id, integrationId: owner, version: 3, rejectedReasonCode };
      const from = { ...item, statusId: 'Pending Review' };
      return draftOfChange(change(key, from, { ...item, statusId: 'Rejected' }))?.data;
    };
    expect(codeOf('no_answer')).toMatchObject({ id, rejectedReasonCode: 'no_answer' });
    expect(codeOf('none of the list')).toMatchObject({ id, rejectedReasonCode: null });
  });

  it('passes the filter of the stream', () => {
    expect(
      isPublishedChange({ dynamodb: { Keys: { pk: { S: key.pk }, sk: { S: key.sk } } } }),
    ).toBe(true);
  });
});

it('docs/events-and-webhooks.md lists exactly the existing event types', () => {
  const text = documentText('docs/events-and-webhooks.md');
  const [, section = ''] = /## Event types\n([\s\S]*?)\n## /.exec(text) ?? [];
  const named = [...section.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, type]) => type);
  expect([...new Set(named)].toSorted()).toEqual(eventTypes.toSorted());
});

describe('the event about an application', () => {
  const key = keys.application(owner, id);
  const draft = { id, statusId: 'Draft', paidAt: null, agreement: null, createdViaAPI: true };
  const question = { id: 'q', message: 'Which?', answeredAt: null };

  it('is one for each change, without the stored data', () => {
    const private_ = { name: 'Secret Plans', applicationData: { residentEmail: 'ada@x.example' } };
    expect(draftOfChange(change(key, undefined, { ...draft, ...private_ }))).toEqual({
      changeId: '0123456789abcdef0123456789abcdef',
      type: 'legal_entity_application.created',
      time: at,
      subject: `legal_entity_applications/${id}`,
      data: { id, statusId: 'Draft' },
      owner: { kind: 'person', id: owner },
      item: key,
      createdViaAPI: true,
      isPublic: false,
    });
  });

  it.each<[string | null, ItemImage, ItemImage]>([
    ['legal_entity_application.paid', {}, { paidAt: at }],
    ['legal_entity_application.signed', {}, { agreement: { method: 'signature' } }],
    ['legal_entity_application.submitted', {}, { paidAt: at, statusId: 'Pending Review' }],
    ['legal_entity_application.information_requested', {}, { informationRequest: question }],
    [
      'legal_entity_application.information_answered',
      { informationRequest: question },
      { informationRequest: { ...question, answeredAt: at } },
    ],
    [
      'legal_entity_application.information_requested',
      { informationRequest: { ...question, answeredAt: at } },
      { informationRequest: { ...question, id: 'another' } },
    ],
    ['legal_entity_application.updated', { name: 'One' }, { name: 'Another' }],
    [null, {}, { dispatchedAt: at, version: 4 }],
    [null, {}, { stuckAt: at }],
  ])('is %s', (type, before, after) => {
    expect(typeOf(key, { ...draft, ...before }, { ...draft, ...before, ...after })).toBe(type);
  });

  it('does not exist if the application is erased or expires', () => {
    expect(typeOf(key, draft, undefined)).toBeNull();
    expect(typeOf(key, draft, undefined, true)).toBeNull();
  });
});

describe('the event about another item', () => {
  const residency = keys.residency(owner, at, id);
  const granted = { id, residencyType: 'Resident', effectiveDate: at, terminationDate: null };
  const entity = keys.entity(id);
  const acme = { id, name: 'Acme', extension: 'LLC', dissolutionDate: null, taxState: 'current' };
  const consent = keys.consent(owner, 'harbour-app');
  const allowed = { id, scopes: ['openid'], legalEntityIds: [], credentialEpoch: 0 };
  const key = keys.ownedKey(`PERSON#${owner}`, at, id);
  const asked = keys.keyApproval(owner, id);
  const person = keys.person(owner);
  const ada = { id: owner, givenName: 'Ada', version: 1, activeKeys: 0 };

  it.each<
    [string | null, { pk: string; sk: string }, ItemImage | undefined, ItemImage | undefined]
  >([
    ['residency.granted', residency, undefined, granted],
    ['residency.renewed', residency, undefined, { ...granted, replaced: { last: 'r' } }],
    ['residency.ended', residency, granted, { ...granted, terminationDate: at }],
    [
      'residency.changed',
      residency,
      granted,
      { ...granted, terminationDate: '2027-01-01T00:00:00.000Z' },
    ],
    ['residency.annulled', residency, granted, { ...granted, annulment: { at } }],
    ['legal_entity.registered', entity, undefined, acme],
    ['legal_entity.changed', entity, acme, { ...acme, name: 'Zenith' }],
    ['legal_entity.dissolved', entity, acme, { ...acme, dissolutionDate: at }],
    ['legal_entity.annulled', entity, acme, { ...acme, dissolutionDate: at, annulment: { at } }],
    [null, entity, acme, { ...acme, taxState: 'overdue', version: 2 }],
    ['consent.given', consent, undefined, allowed],
    ['consent.changed', consent, allowed, { ...allowed, scopes: ['openid', 'email'] }],
    ['consent.given', consent, allowed, { ...allowed, id: 'another' }],
    ['consent.ended', consent, allowed, undefined],
    [null, consent, allowed, { ...allowed, version: 2 }],
    ['key.created', key, undefined, { id, revokedAt: null }],
    ['key.revoked', key, { id, revokedAt: null }, { id, revokedAt: at }],
    [null, key, { id, revokedAt: at }, { id, revokedAt: at, ttl: 1 }],
    ...(['carried_out', 'failed', 'declined'] as const).map(
      (status): [string, { pk: string; sk: string }, ItemImage, ItemImage] => [
        'approval.decided',
        asked,
        { id, status: 'pending' },
        { id, status },
      ],
    ),
    [null, asked, undefined, { id, status: 'pending' }],
    [null, asked, { id, status: 'carried_out' }, { id, status: 'carried_out', error: {} }],
    [null, asked, { id, status: 'pending' }, undefined],
    [null, keys.requestedCall(owner, id), { id }, undefined],
    ['person.changed', person, ada, { ...ada, givenName: 'Augusta' }],
    ['id_verification.changed', person, ada, { ...ada, identityVerification: { id } }],
    [null, person, ada, { ...ada, version: 2, activeKeys: 1 }],
    [null, person, undefined, ada],
    [null, keys.email('ada@x.example'), undefined, { personId: owner }],
  ])('is %s', (type, item, before, after) => {
    expect(typeOf(item, before, after)).toBe(type);
  });

  it('is public for an entity only if the register shows the change', () => {
    const isPublic = (after: ItemImage) => draftOfChange(change(entity, acme, after))?.isPublic;
    expect(isPublic({ ...acme, name: 'Zenith' })).toBe(true);
    expect(isPublic({ ...acme, principalOfficeAddress: { city: 'Port Town' } })).toBe(false);
  });
});

describe('events about related items', () => {
  const document = { id, name: 'Certificate', visibility: 'visible' };
  const ofEntity = keys.document(owner, at, id);
  const draftOf = (...of: Parameters<typeof change>) => draftOfChange(change(...of));

  it('report an issued document to its owner, but no changes to it', () => {
    expect(draftOf(ofEntity, undefined, document)).toMatchObject({
      type: 'legal_entity_document.issued',
      subject: `legal_entities/${owner}/documents`,
      owner: { kind: 'entity', id: owner },
      data: { id },
      item: ofEntity,
    });
    expect(draftOf(keys.personDocument(owner, at, id), undefined, document)).toMatchObject({
      type: 'person_document.issued',
      subject: 'me/natural-person/documents',
      owner: { kind: 'person', id: owner },
    });
    expect(typeOf(ofEntity, document, { ...document, visibility: 'hidden' })).toBeNull();
    expect(typeOf(ofEntity, document, undefined)).toBeNull();
  });

  it('refer to the current operation for a verified identity', () => {
    const [before, after] = [{ id: owner }, { id: owner, identityVerification: { id } }];
    expect(draftOf(keys.person(owner), before, after)).toMatchObject({
      type: 'id_verification.changed',
      subject: 'me/natural-person/id-verification',
    });
  });

  it('report a withdrawn document, but not the withdrawal of all documents', () => {
    const key = keys.withdrawal(owner, 'a digest');
    const withdrawal = { entityId: owner, withdrawnAt: at, replacedBy: null };
    const events = draftOf(key, undefined, {
      ...withdrawal,
      documentId: id,
      documentCreatedAt: at,
    });
    expect(events).toMatchObject({
      type: 'legal_entity_document.withdrawn',
      owner: { kind: 'entity', id: owner },
      data: { id },
      item: ofEntity,
    });
    expect(typeOf(key, undefined, withdrawal)).toBeNull();
  });

  it('report added and removed representatives without their ids', () => {
    const key = keys.representative(owner, id);
    const item = { personId: id, since: at };
    const events = [draftOf(key, undefined, item), draftOf(key, item, undefined)];
    expect(events.map((each) => each?.type)).toEqual([
      'legal_entity.representative_added',
      'legal_entity.representative_removed',
    ]);
    for (const each of events) {
      expect(each).toMatchObject({ data: { id: owner }, item: keys.entity(owner) });
      expect(JSON.stringify(each)).not.toContain(id);
    }
  });

  it('report each notice of a residency’s end, but none of an entity’s', () => {
    const key = keys.termNotice(id, '2026-03-17', '60');
    const notice = { termId: id, endsAt: at, step: 60, at };
    expect(draftOf(key, undefined, { ...notice, personId: owner })).toMatchObject({
      type: 'residency.expiring',
      subject: 'me/natural-person/residency',
      owner: { kind: 'person', id: owner },
      data: { id },
      item: key,
    });
    expect(typeOf(key, undefined, notice)).toBeNull();
    expect(typeOf(key, { ...notice, personId: owner }, undefined, true)).toBeNull();
  });

  it('passes the filter of the stream', () => {
    for (const { pk, sk } of [
      ofEntity,
      keys.personDocument(owner, at, id),
      keys.withdrawal(owner, 'a digest'),
      keys.representative(owner, id),
      keys.termNotice(id, '2026-03-17', '60'),
    ]) {
      expect(isPublishedChange({ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } }), pk).toBe(
        true,
      );
    }
  });
});
