import { findAnyAmendment } from '../../shared/amendments/db/amendments.ts';
import { keys, partitions } from '../../shared/kernel/db/keys.ts';
import { readAll } from '../../shared/kernel/db/page.ts';
import { getItem, type Table } from '../../shared/kernel/db/table.ts';
import { findEntity } from '../../shared/registry/db/entities.ts';
import { readReviews } from '../../shared/reviews/db/reviews.ts';
import { ofShard } from './snapshot.ts';

/** The parts that tests examine separately. */
export interface AmendmentSnapshot {
  readonly ofEntity: readonly { readonly sk: string }[];
  readonly reviews: readonly unknown[];
  readonly events: readonly unknown[];
}

/**
 * All items of the table about an amendment and its effects: the entity's partition, name claims, invoice, reviews,
 * events and audit. Ids, digests and numbers, which differ from run to run, are replaced by the order of their first
 * appearance; so are `names`, the old and the new one.
 */
export async function snapshotOfAmendment(
  table: Table,
  filingId: string,
  names: readonly [string, string],
): Promise<AmendmentSnapshot> {
  const filing = await findAnyAmendment(table, filingId);
  if (filing === null) throw new Error('no such amendment');
  const { entityId } = filing;
  const entity = await findEntity(table, entityId);
  const { items: reviews } = await readReviews(table, { subjectId: filingId }, { limit: 100 });
  const audit = async (id: string) => {
    const entries = await readAll(table, { value: keys.audit(id, '', '').pk });
    return entries
      .map(({ action, outcome, actor }) => ({ action, outcome, actor }))
      .toSorted(byText);
  };
  const event = async (id: string) => (await getItem(table, keys.event(id)))?.['event'] ?? null;
  const parts = {
    filing,
    // The size of a compressed file also depends on its ids.
    ofEntity: (await readAll(table, { value: partitions.entity(entityId) })).map(
      ({ size: _, ...item }) => item,
    ),
    number: await getItem(table, keys.residentPermitNumber(entity?.residentPermitNumber ?? '')),
    names: await Promise.all(names.map((name) => getItem(table, keys.entityName('llc', name)))),
    invoice: (await getItem(table, keys.invoice(filing.invoiceId))) ?? null,
    reviews,
    events: await Promise.all([
      event(filing.submissionId ?? ''),
      event(`amendment-approved-${filingId}`),
      event(`amendment-rejected-${filingId}`),
    ]),
    audit: {
      filing: await audit(filingId),
      reviews: await Promise.all(reviews.map(({ id }) => audit(id))),
      entity: await audit(entityId),
    },
  };
  return comparable(parts, names);
}

const varying =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|\b8\d{13}\b|"voucherCode":"[^"]+"/g;

function comparable(value: object, names: readonly [string, string]): AmendmentSnapshot {
  const places = new Map<string, string>();
  const text = JSON.stringify(value, inOrder)
    .replaceAll(ofShard, '')
    .replaceAll(names[1], 'NEW NAME')
    .replaceAll(names[0], 'OLD NAME')
    .replaceAll(varying, (found) => {
      const place = places.get(found) ?? `#${places.size + 1}`;
      places.set(found, place);
      return found.startsWith('"') ? '"voucherCode":"CODE"' : place;
    });
  return JSON.parse(text);
}

/** The table does not keep the order of an item's attributes. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(byText));
}

function byText(left: unknown, right: unknown): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}
