import * as z from 'zod/mini';
import { readChosen } from '../../kernel/db/key-prefixes.ts';
import { type ItemKey, keys, partitions } from '../../kernel/db/keys.ts';
import { bounds, type ListFilter, listPlaces, pagesOf } from '../../kernel/db/listed-kinds.ts';
import { type Page, type PageBounds, readPage } from '../../kernel/db/page.ts';
import { readShardedPage } from '../../kernel/db/sharded-page.ts';
import { parseFound, parseStored, StoredAddress, termAfterUse } from '../../kernel/db/stored.ts';
import { StoredShownText } from '../../kernel/db/stored-parts.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, put, replaceBy, type Write } from '../../kernel/db/transact.ts';
import { locales } from '../../kernel/domain/locale.ts';
import { sexes } from '../../people/domain/person.ts';
import { storedDecidedFiling } from '../../reviews/db/reviews.ts';
import {
  appliedResidencies,
  residencyApplicationStatuses,
  verificationOutcomes,
} from '../domain/residency-application-state.ts';

const StoredResidencyData = z.object({
  residencyType: z.enum(appliedResidencies),
  personalDetails: z.object({
    givenName: z.string(),
    surname: z.string(),
    email: z.string(),
    dateOfBirth: z.string(),
    sex: z.enum(sexes),
    countryOfBirth: z.string(),
    citizenships: z.readonly(z.array(z.string())),
    alternateNamesAttestation: z.boolean(),
    alternateNames: z.nullable(z.string()),
    criminalBackgroundAttestation: z.boolean(),
    address: StoredAddress,
    phoneNumber: z.string(),
  }),
  information: z.object({
    residencyReason: z.nullable(z.string()),
    referralSource: z.nullable(z.string()),
  }),
  proofOfAddressUploadId: z.nullable(z.string()),
  swornStatement: z.nullable(
    z.object({ signature: z.string(), locale: z.nullable(z.enum(locales)) }),
  ),
});

/** A partner's residency application as stored. */
export const StoredResidencyApplication = z.object({
  id: z.string(),
  integrationId: z.string(),
  /** The version that partners see and must send back; raised by one with each change, by the domain's rules. */
  version: z.int(),
  /** Raised with every write, including dispatches, for optimistic locking. */
  revision: z.int(),
  statusId: z.enum(residencyApplicationStatuses),
  applicationVersion: z.string(),
  data: StoredResidencyData,
  agreement: z.object({
    token: z.string(),
    aocId: z.string(),
    slug: z.string(),
    version: z.string(),
    acceptedAt: z.nullable(z.string()),
    signerName: z.nullable(z.string()),
    sha256: z.nullable(z.string()),
    shown: StoredShownText,
    invalidatedAt: z.nullable(z.string()),
  }),
  verification: z.object({
    id: z.nullable(z.string()),
    status: z.enum(['pending', ...verificationOutcomes]),
    verifiedAt: z.nullable(z.string()),
  }),
  redirectUrl: z.nullable(z.string()),
  /** The partner's own reference. */
  ownReference: z.optional(z.string()),
  referralCode: z.nullable(z.string()),
  /** Assigned when the application is created. The invoice itself is created at the first payment attempt. */
  invoiceId: z.string(),
  paidAt: z.nullable(z.string()),
  submittedAt: z.nullable(z.string()),
  ...storedDecidedFiling,
  holderConfirmation: z.nullish(
    z.object({ personId: z.string(), credentialEpoch: z.int(), confirmedAt: z.string() }),
  ),
  objectedAt: z.optional(z.string()),
  /** This and the next two fields are set on approval. */
  personId: z.nullable(z.string()),
  residentPermitNumber: z.nullable(z.string()),
  residencyEffectiveDate: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type StoredResidencyApplication = z.output<typeof StoredResidencyApplication>;

/** An application of any integration; strongly consistent. */
export async function findResidencyApplication(
  table: Table,
  id: string,
): Promise<StoredResidencyApplication | null> {
  return parseFound(
    StoredResidencyApplication,
    await getItem(table, keys.residencyApplication(id)),
  );
}

/** The integration's application; null if it does not exist or belongs to another integration. */
export async function findOwnResidencyApplication(
  table: Table,
  integrationId: string,
  id: string,
): Promise<StoredResidencyApplication | null> {
  const application = await findResidencyApplication(table, id);
  return application?.integrationId === integrationId ? application : null;
}

/**
 * The application behind an agreement link; null for an unknown token. `current` is false if the data have changed
 * since and a newer link exists.
 */
export async function findResidencyApplicationToAccept(
  table: Table,
  token: string,
): Promise<{ readonly application: StoredResidencyApplication; readonly current: boolean } | null> {
  const link = await getItem(table, keys.agreementLink(token));
  if (link === undefined) return null;
  const application = await findResidencyApplication(table, String(link['applicationId']));
  return application && { application, current: application.agreement.token === token };
}

interface ResidencyApplicationIds {
  readonly ids: readonly string[];
  /** The cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/**
 * An application's position in its integration's list. As a cursor, it stays valid after the application is deleted.
 */
export function residencyApplicationPlace({
  createdAt,
  id,
}: Pick<StoredResidencyApplication, 'createdAt' | 'id'>): string {
  return `${createdAt}#${id}`;
}

/**
 * A position as a UUID, because this list's cursors are UUIDs (spec 4.17): version 8 (RFC 9562, section 5.8) with the
 * time and the first 18 digits of the id. It stays valid after the application is deleted.
 */
export function encodeCursor(place: string): string {
  const [createdAt = '', id = ''] = place.split('#');
  const time = Date.parse(createdAt).toString(16).padStart(12, '0');
  const digits = id.replaceAll('-', '').slice(0, 18);
  return `${time}8${digits.slice(0, 3)}8${digits.slice(3)}`.replace(
    /^(.{8})(.{4})(.{4})(.{4})/,
    '$1-$2-$3-$4-',
  );
}

/** The opposite: the position before which the next page starts. Null for any other UUID. */
export function decodeCursor(cursor: string): string | null {
  const digits = cursor.replaceAll('-', '');
  if (digits[12] !== '8') return null;
  const createdAt = new Date(Number.parseInt(digits.slice(0, 12), 16)).toISOString();
  const id = (digits.slice(13, 16) + digits.slice(17)).replace(/^(.{8})(.{4})(.{4})/, '$1-$2-$3-');
  return `${createdAt}#${id}`;
}

/**
 * A page of the integration's applications, or of those with its own reference, newest first. `after` is the position
 * at which the previous page ended. Applications created during paging don't appear on later pages.
 */
export async function listResidencyApplicationIds(
  table: Table,
  {
    integrationId,
    reference,
  }: { readonly integrationId: string; readonly reference?: string | undefined },
  limit: number,
  after: string | undefined,
): Promise<ResidencyApplicationIds> {
  const list =
    reference === undefined
      ? keys.residencyApplicationRow(integrationId, '', '')
      : keys.residencyReference(integrationId, reference, '', '');
  const prefix = list.sk.slice(0, -1);
  const rows = await readPage(
    table,
    { value: list.pk, prefix },
    { limit, after: after && `${prefix}${after}` },
  );
  const ids = rows.items.map((row) => String(row['applicationId']));
  return { ids, next: rows.next === null ? null : rows.next.slice(prefix.length) };
}

/**
 * The days (UTC) on which the integration created applications since the instant `from`, newest first, at most `most`.
 */
export async function residencyApplicationDays(
  table: Table,
  integrationId: string,
  { from, most }: { readonly from: string; readonly most: number },
): Promise<readonly string[]> {
  const prefix = keys.residencyApplicationRow(integrationId, '', '').sk.slice(0, -1);
  const partition = { value: partitions.integration(integrationId), prefix };
  const days: string[] = [];
  let after: string | undefined;
  do {
    const rows = await readPage(table, partition, { limit: 100, after, only: [] });
    const instants = rows.items.map(({ sk }) => String(sk).slice(prefix.length));
    const within = instants.filter((instant) => instant >= from);
    days.push(...within.map((instant) => instant.slice(0, 10)));
    after = within.length < instants.length ? undefined : (rows.next ?? undefined);
  } while (after !== undefined && days.length < most);
  return days.slice(0, most);
}

/** Up to 100 applications in one round trip, in the order of the ids. Erased applications are omitted. */
export async function findResidencyApplications(
  table: Table,
  ids: readonly string[],
): Promise<readonly StoredResidencyApplication[]> {
  if (ids.length === 0) return [];
  const items = await getItems(table, ids.map(keys.residencyApplication));
  return items.flatMap((item) =>
    item === undefined ? [] : [parseStored(StoredResidencyApplication, item)],
  );
}

/** The item of an application, with its list entries. */
export function residencyApplicationItem(application: StoredResidencyApplication): Item {
  const { id, statusId: state } = application;
  const places = listPlaces('residency_application', { ...application, state });
  return { ...keys.residencyApplication(id), ...places, ...application };
}

/** A page of all integrations' applications, newest first, for operators. */
export const pageOfResidencyApplications = pagesOf(
  'residency_application',
  StoredResidencyApplication,
);

/** A page of an integration's applications, newest first, with the same cursors. */
export function pageOfIntegrationsApplications(
  table: Table,
  integrationId: string,
  { state, ...days }: ListFilter,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredResidencyApplication>> {
  const prefix = keys.residencyApplicationRow(integrationId, '', '').sk.slice(0, -1);
  const list = { name: partitions.integration(integrationId), shards: 0, prefix };
  const inOwn = (place: string | undefined) => place && `${prefix}${place}`;
  return readChosen(
    request,
    async ({ limit, after }) => {
      const { after: end, above } = bounds(days, after);
      const part = { limit, after: inOwn(end), above: inOwn(above) };
      const { items: rows, next } = await readShardedPage(table, list, part);
      const found = await findResidencyApplications(
        table,
        rows.map((row) => String(row['applicationId'])),
      );
      const items = found.map((item) => ({ place: residencyApplicationPlace(item), item }));
      return { items, next: next === null ? null : next.slice(prefix.length) };
    },
    ({ statusId }) => state === undefined || statusId === state,
  );
}

/** The writes that store a new application and its references. */
export function newResidencyApplicationWrites(application: StoredResidencyApplication): {
  readonly application: Write;
  readonly row: Write;
  readonly reference: Write | undefined;
  readonly agreementLink: Write;
} {
  const { id, integrationId, createdAt } = application;
  const reference = residencyReferenceKey(application);
  return {
    application: create(residencyApplicationItem(application)),
    row: create({
      ...keys.residencyApplicationRow(integrationId, createdAt, id),
      applicationId: id,
    }),
    reference: reference && create({ ...reference, applicationId: id }),
    agreementLink: agreementLinkWrite(application),
  };
}

/** The application's place among those with its reference; undefined if it has none. */
export function residencyReferenceKey({
  integrationId,
  ownReference,
  createdAt,
  id,
}: StoredResidencyApplication): ItemKey | undefined {
  return ownReference === undefined
    ? undefined
    : keys.residencyReference(integrationId, ownReference, createdAt, id);
}

/** The write of the link for accepting the agreement in its current version. */
export function agreementLinkWrite({ id, agreement }: StoredResidencyApplication): Write {
  return create({ ...keys.agreementLink(agreement.token), applicationId: id });
}

/** The write that sets the link's expiry once the agreement is accepted or the data have changed. */
export function usedAgreementLinkWrite(
  { id, agreement }: StoredResidencyApplication,
  at: string,
): Write {
  return put({ ...keys.agreementLink(agreement.token), applicationId: id, ttl: termAfterUse(at) });
}

/** The write that stores an application's next state. Refused if the application has changed since it was read. */
export function residencyApplicationWrite(application: StoredResidencyApplication): Write {
  return replaceBy('revision', residencyApplicationItem(application), application.revision);
}

/** Refuses the transaction unless the application is a draft. */
export function residencyApplicationIsDraft(id: string): Write {
  return {
    check: {
      Key: keys.residencyApplication(id),
      ConditionExpression: 'statusId = :draft',
      ExpressionAttributeValues: { ':draft': 'Draft' },
    },
  };
}

/** Refuses the transaction unless the application has this email address. */
export function residencyEmailCheck(id: string, email: string): Write {
  return {
    check: {
      Key: keys.residencyApplication(id),
      ConditionExpression: '#data.personalDetails.email = :email',
      ExpressionAttributeNames: { '#data': 'data' },
      ExpressionAttributeValues: { ':email': email },
    },
  };
}

/** A proof of address sent by the partner. The file itself is stored in the bucket. */
export const StoredProofOfAddress = z.object({
  id: z.string(),
  /** The only application that it may be attached to. */
  applicationId: z.string(),
  integrationId: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  objectKey: z.string(),
  createdAt: z.string(),
});
export type StoredProofOfAddress = z.output<typeof StoredProofOfAddress>;

/** A proof of address of any application and integration; null if there is none. */
export async function findProofOfAddress(
  table: Table,
  id: string,
): Promise<StoredProofOfAddress | null> {
  return parseFound(StoredProofOfAddress, await getItem(table, keys.proofOfAddress(id)));
}

/** Stores a proof of address; refused if its id exists. */
export function newProofOfAddressWrite(proof: StoredProofOfAddress): Write {
  return create({ ...keys.proofOfAddress(proof.id), ...proof });
}
