import { isSameValue } from '../../kernel/domain/same-value.ts';
import { amendableFields } from '../../registry/domain/amendable-entity.ts';
import { type RejectionReason, rejectionReasons } from '../../reviews/domain/rejection-reasons.ts';
import { type EventType, type FiledKind, happeningToFiled } from './event-type.ts';
import type { ItemImage, TableChange } from './published-changes.ts';

/** The event that a rule derives from a change. */
interface PublishedChange {
  readonly type: EventType;
  readonly owner: Owner;
  readonly subject: string;
  readonly createdViaAPI?: boolean;
  readonly isPublic?: boolean;
  /** The resource to report, if it is not the changed item. */
  readonly about?: {
    readonly id: string;
    readonly item: { readonly pk: string; readonly sk: string };
  };
}

const ofPerson = (id: string): Owner => ({ kind: 'person', id });
const ofEntity = (id: string): Owner => ({ kind: 'entity', id });

/** The entity's current representatives get the event, but not a representative who was removed. */
function representativeEvent(
  { before, after }: TableChange,
  _: ItemImage,
  id: string,
): PublishedChange | null {
  if (before !== undefined && after !== undefined) return null;
  return {
    type:
      after === undefined
        ? 'legal_entity.representative_removed'
        : 'legal_entity.representative_added',
    owner: ofEntity(id),
    subject: `legal_entities/${id}`,
    about: { id, item: { pk: `ENTITY#${id}`, sk: 'ENTITY' } },
  };
}

function entityDocuments(id: string) {
  return { owner: ofEntity(id), subject: `legal_entities/${id}/documents` };
}

/** The withdrawal of all of an entity's documents is reported as the annulment of its registration. */
function withdrawalEvent({ before, after }: TableChange, item: ItemImage): PublishedChange | null {
  const [id, madeAt] = [item['documentId'], item['documentCreatedAt']];
  if (before !== undefined || after === undefined) return null;
  if (typeof id !== 'string' || typeof madeAt !== 'string') return null;
  const entityId = textOf(item, 'entityId');
  const about = { id, item: { pk: `ENTITY#${entityId}`, sk: `DOCUMENT#${madeAt}#${id}` } };
  return { ...entityDocuments(entityId), type: 'legal_entity_document.withdrawn', about };
}

/** A notice that a person's residency ends; notices about entities are not reported. */
function termEvent({ before, pk, sk }: TableChange, item: ItemImage): PublishedChange | null {
  const personId = item['personId'];
  if (before !== undefined || typeof personId !== 'string') return null;
  return {
    type: 'residency.expiring',
    owner: ofPerson(personId),
    subject: 'me/natural-person/residency',
    about: { id: textOf(item, 'termId'), item: { pk, sk } },
  };
}

/** A field's text; empty if it is missing. */
function textOf(item: ItemImage, field: string): string {
  return String(item[field] ?? '');
}

/** Items whose changes are reported, and how. */
interface Rule {
  /** The partition's prefix, and the sort key or, if it ends in `#`, its prefix; empty: any. */
  readonly pk: string;
  readonly sk: string;
  /** Whether the item's removal is also reported. */
  readonly notifiesOfRemoval?: true;
  /** Null if the change is not reported. */
  toEvent(change: TableChange, item: ItemImage, ownerId: string): PublishedChange | null;
}

const integration = (id: string): Owner => ({ kind: 'integration', id });

/**
 * The fields of an entity that its representatives can read; the first few are also in the public
 * register.
 */
const publicFields = ['name', 'extension', 'residentPermitNumber', 'dissolutionDate', 'annulment'];
const entityFields = [
  ...publicFields,
  ...amendableFields,
  'formationDate',
  'registrationDate',
  'residency',
  'formerNames',
];
const personFields = [
  'email',
  'emailVerified',
  'givenName',
  'surname',
  'dateOfBirth',
  'sex',
  'countryOfBirth',
  'citizenships',
  'address',
  'phoneNumber',
  'residentPermitNumber',
];

const journalRules: readonly Rule[] = [
  filed('legal_entity_application', 'PERSON#', 'APPLICATION#', (ownerId, id) => ({
    owner: ofPerson(ownerId),
    subject: `legal_entity_applications/${id}`,
  })),
  filed('amendment', 'ENTITY#', 'AMENDMENT#', (ownerId, id) => ({
    owner: ofEntity(ownerId),
    subject: `legal_entities/${ownerId}/amendments/${id}`,
  })),
  filed('certificate_request', 'ENTITY#', 'CERTIFICATE_REQUEST#', (ownerId, id) => ({
    owner: ofEntity(ownerId),
    subject: `legal_entities/${ownerId}/certificate_requests/${id}`,
  })),
  {
    pk: 'RESIDENCY_APPLICATION#',
    sk: 'RESIDENCY_APPLICATION',
    toEvent: (change, item, id) => {
      const happening = happeningToFiled('residency_application', change);
      if (happening === null) return null;
      return {
        type: `residency_application.${happening}`,
        owner: integration(textOf(item, 'integrationId')),
        subject: `partner/residency_applications/${id}`,
      };
    },
  },
  { pk: 'ENTITY#', sk: 'ENTITY', toEvent: entityEvent },
  { pk: 'ENTITY#', sk: 'REPRESENTATIVE#', notifiesOfRemoval: true, toEvent: representativeEvent },
  {
    pk: 'ENTITY#',
    sk: 'DOCUMENT#',
    toEvent: ({ before }, _, id) =>
      before === undefined
        ? { ...entityDocuments(id), type: 'legal_entity_document.issued' }
        : null,
  },
  { pk: 'WITHDRAWAL#', sk: 'WITHDRAWAL', toEvent: withdrawalEvent },
  { pk: 'PERSON#', sk: 'RESIDENCY#', toEvent: residencyEvent },
  { pk: 'TERM_NOTICE#', sk: '', toEvent: termEvent },
  {
    pk: 'PERSON#',
    sk: 'DOCUMENT#',
    toEvent: ({ before }, _, id) =>
      before === undefined
        ? {
            type: 'person_document.issued',
            owner: ofPerson(id),
            subject: 'me/natural-person/documents',
          }
        : null,
  },
  { pk: 'PERSON#', sk: 'PERSON', toEvent: personEvent },
  {
    pk: 'PERSON#',
    sk: 'CONSENT#',
    notifiesOfRemoval: true,
    toEvent: ({ before, after }, item, ownerId) => {
      const published = { owner: ofPerson(ownerId), subject: `consents/${textOf(item, 'id')}` };
      if (after === undefined) return { ...published, type: 'consent.ended' };
      // A consent that replaced an ended one is a new one.
      if (before === undefined || differs(before, after, ['id'])) {
        return { ...published, type: 'consent.given' };
      }
      const changed = differs(before, after, ['scopes', 'legalEntityIds', 'credentialEpoch']);
      return changed ? { ...published, type: 'consent.changed' } : null;
    },
  },
  { pk: 'PERSON#', sk: 'APIKEY#', toEvent: keyEvent(ofPerson) },
  { pk: 'INTEGRATION#', sk: 'APIKEY#', toEvent: keyEvent(integration) },
  {
    pk: 'KEY_APPROVALS#',
    sk: 'APPROVAL#',
    toEvent: ({ before, after }, item, ownerId) =>
      before?.['status'] === 'pending' && after?.['status'] !== 'pending'
        ? {
            type: 'approval.decided',
            owner: ofPerson(ownerId),
            subject: `approvals/${textOf(item, 'id')}`,
          }
        : null,
  },
];

/** The reported change; null: not reported. */
export function draftOfChange(change: TableChange): Draft | null {
  const { pk, sk, before, after, expired, id: changeId, at: time } = change;
  const rule = journalRules.find((each) => isOf(each, pk, sk));
  const item = after ?? before;
  // Nobody can read an item that was removed by retention or its time to live. Only a consent ends
  // by removal.
  if (rule === undefined || item === undefined || expired) return null;
  if (after === undefined && rule.notifiesOfRemoval !== true) return null;
  const published = rule.toEvent(change, item, pk.slice(rule.pk.length));
  if (published === null) return null;
  const { type, owner, subject, about, createdViaAPI = true, isPublic = false } = published;
  const { statusId, version } = item;
  return {
    changeId,
    type,
    time,
    subject,
    data: {
      id: about?.id ?? textOf(item, 'id'),
      ...(typeof statusId === 'string' && { statusId }),
      // Callers don't see the version of other resources.
      ...(type.startsWith('residency_application.') && typeof version === 'number' && { version }),
      ...(type.endsWith('.rejected') && { rejectedReasonCode: reasonCodeOf(item) }),
    },
    owner,
    item: about?.item ?? { pk, sk },
    createdViaAPI,
    isPublic,
  };
}

function reasonCodeOf(item: ItemImage): RejectionReason | null {
  return rejectionReasons.find((each) => each === item['rejectedReasonCode']) ?? null;
}

function isOf({ pk, sk }: Rule, itemPk: string, itemSk: string): boolean {
  return itemPk.startsWith(pk) && isSortKeyOf({ sk }, itemSk);
}

/** Whether a rule applies to an item's sort key. */
export function isSortKeyOf({ sk }: Pick<Rule, 'sk'>, itemSk: string): boolean {
  return sk === '' || sk.endsWith('#') ? itemSk.startsWith(sk) : itemSk === sk;
}

function filed(
  kind: Exclude<FiledKind, 'residency_application'>,
  pk: string,
  sk: string,
  place: (ownerId: string, id: string) => Pick<PublishedChange, 'owner' | 'subject'>,
): Rule {
  return {
    pk,
    sk,
    toEvent: (change, item, ownerId) => {
      const happening = happeningToFiled(kind, change);
      if (happening === null) return null;
      return {
        // The second part of an event type is one of its kind's.
        type: `${kind}.${happening}` as EventType,
        ...place(ownerId, textOf(item, 'id')),
        createdViaAPI: item['createdViaAPI'] !== false,
      };
    },
  };
}

function entityEvent(
  { before, after }: TableChange,
  item: ItemImage,
  id: string,
): PublishedChange | null {
  if (after === undefined) return null;
  const published = {
    owner: ofEntity(id),
    subject: `legal_entities/${id}`,
    createdViaAPI: item['createdViaAPI'] !== false,
  };
  if (before === undefined)
    return { ...published, type: 'legal_entity.registered', isPublic: true };
  if (!differs(before, after, entityFields)) return null;
  const isPublic = differs(before, after, publicFields);
  if (begins(before, after, 'annulment')) {
    return { ...published, type: 'legal_entity.annulled', isPublic };
  }
  const dissolved = begins(before, after, 'dissolutionDate');
  return {
    ...published,
    type: dissolved ? 'legal_entity.dissolved' : 'legal_entity.changed',
    isPublic,
  };
}

function residencyEvent(
  { before, after, at }: TableChange,
  _: ItemImage,
  personId: string,
): PublishedChange | null {
  if (after === undefined) return null;
  const published = { owner: ofPerson(personId), subject: 'me/natural-person/residency' };
  if (before === undefined) {
    const former = Reflect.get(Object(after['replaced']), 'last') ?? null;
    return { ...published, type: former === null ? 'residency.granted' : 'residency.renewed' };
  }
  if (begins(before, after, 'annulment')) return { ...published, type: 'residency.annulled' };
  const fields = ['residencyType', 'effectiveDate', 'terminationDate', 'agreement'];
  if (!differs(before, after, fields)) return null;
  const end = after['terminationDate'];
  // The stream's time has seconds only.
  const isOver = typeof end === 'string' && Date.parse(end) < Date.parse(at) + 1_000;
  const ended = isOver && differs(before, after, ['terminationDate']);
  return { ...published, type: ended ? 'residency.ended' : 'residency.changed' };
}

function personEvent(
  { before, after }: TableChange,
  _: ItemImage,
  id: string,
): PublishedChange | null {
  if (before === undefined || after === undefined) return null;
  if (differs(before, after, ['identityVerification'])) {
    return {
      type: 'id_verification.changed',
      owner: ofPerson(id),
      subject: 'me/natural-person/id-verification',
    };
  }
  if (!differs(before, after, personFields)) return null;
  return { type: 'person.changed', owner: ofPerson(id), subject: 'me/natural-person' };
}

function keyEvent(ownerOf: (id: string) => Owner): Rule['toEvent'] {
  return ({ before, after }, item, ownerId) => {
    if (after === undefined) return null;
    const published = { owner: ownerOf(ownerId), subject: `api_keys/${textOf(item, 'id')}` };
    if (before === undefined) return { ...published, type: 'key.created' };
    return begins(before, after, 'revokedAt') ? { ...published, type: 'key.revoked' } : null;
  };
}

function differs(before: ItemImage, after: ItemImage, fields: readonly string[]): boolean {
  return fields.some((field) => !isSameValue(before[field], after[field]));
}

/** Whether the field now has a value and had none before. */
function begins(before: ItemImage, after: ItemImage, field: string): boolean {
  return (before[field] ?? null) === null && (after[field] ?? null) !== null;
}

/**
 * Partition prefixes with the sort keys whose changes are reported, for consumers of the stream.
 */
export const publishedKeys = journalRules.map(({ pk, sk }) => ({ pk, sk }));

/** The owner of the change. Their feed reports it; for an entity, the feeds of its representatives. */
type Owner =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'entity'; readonly id: string }
  | { readonly kind: 'integration'; readonly id: string };

/** The content of a feed event: ids, a status and a version only. Readers fetch the resource itself. */
interface Reported {
  readonly type: EventType;
  /** When the table was written, in seconds. */
  readonly time: string;
  /** The resource's path below `/api/v1/`. */
  readonly subject: string;
  readonly data: {
    readonly id: string;
    readonly statusId?: string | undefined;
    readonly version?: number | undefined;
    readonly rejectedReasonCode?: RejectionReason | null | undefined;
  };
}

/** An event without its position in a feed. */
export interface Draft extends Reported {
  /** The change's id: one change is one event, once in each feed. */
  readonly changeId: string;
  readonly owner: Owner;
  /** The changed item: callers only get the event if they can still read it. */
  readonly item: { readonly pk: string; readonly sk: string };
  /** Whether it was created through the API: Agent Keys see nothing else. */
  readonly createdViaAPI: boolean;
  /** Whether it changes public data of the registry. */
  readonly isPublic: boolean;
}
