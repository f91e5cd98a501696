import { listDocuments } from '../../shared/documents/db/documents.ts';
import { findAnyApplication } from '../../shared/incorporation/db/applications.ts';
import { type ItemKey, keys } from '../../shared/kernel/db/keys.ts';
import { readAll } from '../../shared/kernel/db/page.ts';
import { getItem, type Table } from '../../shared/kernel/db/table.ts';
import { findEntity } from '../../shared/registry/db/entities.ts';
import { readReviews } from '../../shared/reviews/db/reviews.ts';

/** The parts that tests check separately. */
export interface Snapshot {
  readonly reviews: readonly unknown[];
  readonly pending: readonly unknown[];
  readonly events: readonly unknown[];
  readonly entity: { readonly documents: readonly unknown[] } | null;
}

/**
 * Everything in the table about an application and its effects, including versions, claims, lists,
 * documents, events and audit. Ids, digests and numbers, which differ from run to run, are replaced
 * by the order of their first appearance, so that two runs can be compared.
 */
export async function snapshotOf(table: Table, applicationId: string): Promise<Snapshot> {
  const application = await findAnyApplication(table, applicationId);
  if (application === null) throw new Error('no such application');
  const { items: reviews } = await readReviews(table, { subjectId: applicationId }, { limit: 100 });
  const entity = await findEntity(table, application.legalEntityId ?? '');
  const item = (key: ItemKey) => getItem(table, key);
  const audit = async (id: string) => {
    const entries = await readAll(table, { value: keys.audit(id, '', '').pk });
    return entries
      .map(({ action, outcome, actor }) => ({ action, outcome, actor }))
      .toSorted(byText);
  };
  const event = async (id: string) => (await item(keys.event(id)))?.['event'] ?? null;
  const parts = {
    application,
    reviews,
    pending: await Promise.all(
      reviews.map(({ createdAt, id }) => item(keys.listed('review_pending', createdAt, id))),
    ),
    listed: await Promise.all(
      reviews.map(({ createdAt, id }) => item(keys.listed('review', createdAt, id))),
    ),
    events: await Promise.all([
      event(`application-approved-${applicationId}`),
      event(`application-rejected-${applicationId}`),
    ]),
    entity: entity && {
      items: await readAll(table, { value: keys.entity(entity.id).pk, prefix: 'R' }),
      entity,
      number: await item(keys.residentPermitNumber(entity.residentPermitNumber)),
      represented: await item(keys.represented(application.ownerId, entity.id)),
      // The size of a compressed file also depends on its ids.
      documents: (await listDocuments(table, entity.id))
        .map(({ size: _, ...document }) => document)
        .toSorted((left, right) => (String(left.slug) < String(right.slug) ? -1 : 1)),
    },
    name: await item(keys.entityName(application.optionId, application.name)),
    audit: {
      application: await audit(applicationId),
      reviews: await Promise.all(reviews.map(({ id }) => audit(id))),
      entity: entity && (await audit(entity.id)),
    },
  };
  return comparable(parts, application.name);
}

/** The partition of an item in a sharded list, which depends on its id. */
export const ofShard = /(?<="(?:LIST|ENDS|ANNIVERSARIES|RECORDS|PREFIXES)#[^"]*)#\d+(?=")/g;

const varying = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|\b8\d{13}\b/g;

function comparable(value: Snapshot, name: string): Snapshot {
  const places = new Map<string, string>();
  const text = JSON.stringify(value)
    .replaceAll(ofShard, '')
    .replaceAll(name, 'NAME')
    .replaceAll(varying, (found) => {
      const place = places.get(found) ?? `#${places.size + 1}`;
      places.set(found, place);
      return place;
    });
  return JSON.parse(text);
}

function byText(left: unknown, right: unknown): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}
