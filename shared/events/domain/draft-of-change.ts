import { isSameValue } from '../../kernel/domain/same-value.ts';
import type { Draft, Owner } from './draft.ts';
import type { EventType, FiledKind } from './event-type.ts';
import { happeningToFiled } from './happening-to-filed.ts';
import type { ItemImage, TableChange } from './table-change.ts';

/** What a rule makes of a change. */
interface Told {
  readonly type: EventType;
  readonly owner: Owner;
  readonly subject: string;
  readonly createdViaAPI?: boolean;
  readonly isPublic?: boolean;
}

/** Items of which changes are told, and how. */
interface Rule {
  /** The partition's prefix, and the sort key: all of it, or its beginning where it ends in `#`. */
  readonly pk: string;
  readonly sk: string;
  /** Null: nothing that anybody is told of. */
  tell(change: TableChange, item: ItemImage, ownerId: string): Told | null;
}

const person = (id: string): Owner => ({ kind: 'person', id });
const entity = (id: string): Owner => ({ kind: 'entity', id });
const integration = (id: string): Owner => ({ kind: 'integration', id });

/** Of an entity, what whoever represents it reads; the first few are on the public register, too. */
const publicFields = ['name', 'extension', 'residentPermitNumber', 'dissolutionDate', 'annulment'];
const entityFields = [
  ...publicFields,
  'nameStartsWithExtension',
  'formationDate',
  'registrationDate',
  'principalOfficeAddress',
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

export const journalRules: readonly Rule[] = [
  filed('legal_entity_application', 'PERSON#', 'APPLICATION#', (ownerId, id) => ({
    owner: person(ownerId),
    subject: `legal_entity_applications/${id}`,
  })),
  filed('amendment', 'ENTITY#', 'AMENDMENT#', (ownerId, id) => ({
    owner: entity(ownerId),
    subject: `legal_entities/${ownerId}/amendments/${id}`,
  })),
  filed('certificate_request', 'ENTITY#', 'CERTIFICATE_REQUEST#', (ownerId, id) => ({
    owner: entity(ownerId),
    subject: `legal_entities/${ownerId}/certificate_requests/${id}`,
  })),
  {
    pk: 'RESIDENCY_APPLICATION#',
    sk: 'RESIDENCY_APPLICATION',
    tell: (change, item, id) => {
      const happening = happeningToFiled('residency_application', change);
      if (happening === null) return null;
      return {
        type: `residency_application.${happening}`,
        owner: integration(text(item, 'integrationId')),
        subject: `partner/residency_applications/${id}`,
      };
    },
  },
  { pk: 'ENTITY#', sk: 'ENTITY', tell: tellOfEntity },
  { pk: 'PERSON#', sk: 'RESIDENCY#', tell: tellOfResidency },
  { pk: 'PERSON#', sk: 'PERSON', tell: tellOfPerson },
  {
    pk: 'PERSON#',
    sk: 'CONSENT#',
    tell: ({ before, after }, item, ownerId) => {
      const told = { owner: person(ownerId), subject: `consents/${text(item, 'id')}` };
      if (after === undefined) return { ...told, type: 'consent.ended' };
      // A consent that took the place of an ended one is another one.
      if (before === undefined || differs(before, after, ['id'])) {
        return { ...told, type: 'consent.given' };
      }
      const changed = differs(before, after, ['scopes', 'legalEntityIds', 'credentialEpoch']);
      return changed ? { ...told, type: 'consent.changed' } : null;
    },
  },
  { pk: 'PERSON#', sk: 'APIKEY#', tell: tellOfKey(person) },
  { pk: 'INTEGRATION#', sk: 'APIKEY#', tell: tellOfKey(integration) },
];

/** What is told of a change; null: nothing. */
export function draftOfChange(change: TableChange): Draft | null {
  const { pk, sk, before, after, expired, id: changeId, at: time } = change;
  const rule = journalRules.find((each) => isOf(each, pk, sk));
  const item = after ?? before;
  // What a retention's run or its term removes nobody reads any more; a consent ends by its removal.
  if (rule === undefined || item === undefined || expired) return null;
  if (after === undefined && rule.sk !== 'CONSENT#') return null;
  const told = rule.tell(change, item, pk.slice(rule.pk.length));
  if (told === null) return null;
  const { type, owner, subject, createdViaAPI = true, isPublic = false } = told;
  const { statusId, version } = item;
  return {
    changeId,
    type,
    time,
    subject,
    data: {
      id: text(item, 'id'),
      ...(typeof statusId === 'string' && { statusId }),
      // Of the others it is no number that callers know.
      ...(type.startsWith('residency_application.') && typeof version === 'number' && { version }),
    },
    owner,
    item: { pk, sk },
    createdViaAPI,
    isPublic,
  };
}

function isOf({ pk, sk }: Rule, itemPk: string, itemSk: string): boolean {
  if (!itemPk.startsWith(pk)) return false;
  return sk.endsWith('#') ? itemSk.startsWith(sk) : itemSk === sk;
}

function filed(
  kind: Exclude<FiledKind, 'residency_application'>,
  pk: string,
  sk: string,
  place: (ownerId: string, id: string) => Pick<Told, 'owner' | 'subject'>,
): Rule {
  return {
    pk,
    sk,
    tell: (change, item, ownerId) => {
      const happening = happeningToFiled(kind, change);
      if (happening === null) return null;
      return {
        // What can happen to a thing of the kind is one of its types.
        type: `${kind}.${happening}` as EventType,
        ...place(ownerId, text(item, 'id')),
        createdViaAPI: item['createdViaAPI'] !== false,
      };
    },
  };
}

function tellOfEntity({ before, after }: TableChange, item: ItemImage, id: string): Told | null {
  if (after === undefined) return null;
  const told = {
    owner: entity(id),
    subject: `legal_entities/${id}`,
    createdViaAPI: item['createdViaAPI'] !== false,
  };
  if (before === undefined) return { ...told, type: 'legal_entity.registered', isPublic: true };
  if (!differs(before, after, entityFields)) return null;
  const isPublic = differs(before, after, publicFields);
  if (begins(before, after, 'annulment')) {
    return { ...told, type: 'legal_entity.annulled', isPublic };
  }
  const dissolved = begins(before, after, 'dissolutionDate');
  return { ...told, type: dissolved ? 'legal_entity.dissolved' : 'legal_entity.changed', isPublic };
}

function tellOfResidency(
  { before, after, at }: TableChange,
  _: ItemImage,
  personId: string,
): Told | null {
  if (after === undefined) return null;
  const told = { owner: person(personId), subject: 'me/natural-person/residency' };
  if (before === undefined) {
    const former = Reflect.get(Object(after['replaced']), 'last') ?? null;
    return { ...told, type: former === null ? 'residency.granted' : 'residency.renewed' };
  }
  if (begins(before, after, 'annulment')) return { ...told, type: 'residency.annulled' };
  const fields = ['residencyType', 'effectiveDate', 'terminationDate', 'agreement'];
  if (!differs(before, after, fields)) return null;
  const end = after['terminationDate'];
  // The stream says the time to the second, and drops what is below.
  const isOver = typeof end === 'string' && Date.parse(end) < Date.parse(at) + 1_000;
  const ended = isOver && differs(before, after, ['terminationDate']);
  return { ...told, type: ended ? 'residency.ended' : 'residency.changed' };
}

function tellOfPerson({ before, after }: TableChange, _: ItemImage, id: string): Told | null {
  if (before === undefined || after === undefined) return null;
  if (differs(before, after, ['identityVerification'])) {
    return {
      type: 'id_verification.changed',
      owner: person(id),
      subject: 'me/natural-person/id_verification',
    };
  }
  if (!differs(before, after, personFields)) return null;
  return { type: 'person.changed', owner: person(id), subject: 'me/natural-person' };
}

function tellOfKey(ownerOf: (id: string) => Owner): Rule['tell'] {
  return ({ before, after }, item, ownerId) => {
    if (after === undefined) return null;
    const told = { owner: ownerOf(ownerId), subject: `api_keys/${text(item, 'id')}` };
    if (before === undefined) return { ...told, type: 'key.made' };
    return begins(before, after, 'revokedAt') ? { ...told, type: 'key.revoked' } : null;
  };
}

function differs(before: ItemImage, after: ItemImage, fields: readonly string[]): boolean {
  return fields.some((field) => !isSameValue(before[field], after[field]));
}

/** That the field has a value now, and had none. */
function begins(before: ItemImage, after: ItemImage, field: string): boolean {
  return (before[field] ?? null) === null && (after[field] ?? null) !== null;
}

function text(item: ItemImage, field: string): string {
  return String(item[field] ?? '');
}

/** Prefixes of partitions with the sort keys of which changes are told, for those who listen to the stream. */
export const toldKeys = journalRules.map(({ pk, sk }) => ({ pk, sk }));
