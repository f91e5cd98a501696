import { keys, partitions } from '../../shared/kernel/db/keys.ts';
import { readAll } from '../../shared/kernel/db/page.ts';
import { getItem, type Item } from '../../shared/kernel/db/table.ts';
import { findPersonByEmail } from '../../shared/people/db/people.ts';
import { readReviews } from '../../shared/reviews/db/reviews.ts';
import { stored } from './applicants.ts';
import { ofShard } from './snapshot.ts';
import type { World } from './world.ts';

/** The parts that tests check separately. */
export interface ResidencySnapshot {
  readonly ofPerson: readonly { readonly sk: string }[];
  readonly referrals: readonly unknown[];
  readonly reviews: readonly unknown[];
  readonly events: readonly unknown[];
}

/**
 * All items of the table about a residency application and its effects: the person's partition, claims, lists, number,
 * reviews, events and audit. Ids, digests and numbers, which differ from run to run, are replaced by the order of their
 * first appearance; so are the applicant's names.
 */
export async function snapshotOfResidency(world: World, id: string): Promise<ResidencySnapshot> {
  const { table } = world;
  const application = await stored(world, id);
  const { email, surname } = application.data.personalDetails;
  const person = await findPersonByEmail(table, email);
  const { items: reviews } = await readReviews(table, { subjectId: id }, { limit: 100 });
  const audit = async (subjectId: string) => {
    const entries = await readAll(table, { value: keys.audit(subjectId, '', '').pk });
    return entries
      .map(({ action, outcome, actor }) => ({ action, outcome, actor }))
      .toSorted(byText);
  };
  const event = async (eventId: string) =>
    (await getItem(table, keys.event(eventId)))?.['event'] ?? null;
  const code = application.referralCode ?? 'none';
  const parts = {
    application,
    // The size of a compressed file also depends on its ids. Residencies of one instant have no
    // order.
    ofPerson: (await readAll(table, { value: partitions.person(person?.id ?? '') }))
      .map(({ size: _, ...item }) => item)
      .toSorted((left, right) => (typeOf(left) < typeOf(right) ? -1 : 1)),
    listed: await getItem(table, keys.listed('person', person?.createdAt ?? '', person?.id ?? '')),
    number: await getItem(table, keys.residentPermitNumber(person?.residentPermitNumber ?? '')),
    referrals: (
      await readAll(table, { value: keys.referralCode(code).pk, prefix: 'PERSON#' })
    ).filter(({ personId }) => personId === person?.id),
    reviews,
    pending: await Promise.all(
      reviews.map(({ createdAt, id: reviewId }) =>
        getItem(table, keys.listed('review_pending', createdAt, reviewId)),
      ),
    ),
    events: await Promise.all([
      event(`residency-approved-${id}`),
      event(`residency-rejected-${id}`),
    ]),
    audit: {
      application: await audit(id),
      reviews: await Promise.all(reviews.map(({ id: reviewId }) => audit(reviewId))),
      person: await audit(person?.id ?? ''),
    },
  };
  return comparable(parts, [email, surname, code]);
}

function typeOf({ residencyType = '', sk }: Item): string {
  return `${String(sk).split('#')[0]} ${residencyType}`;
}

const varying = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|\b9\d{13}\b|[\w-]{43}/g;

function comparable(value: object, names: readonly string[]): ResidencySnapshot {
  const places = new Map<string, string>();
  let text = JSON.stringify(value, inOrder).replaceAll(ofShard, '');
  for (const name of names) text = text.replaceAll(name, 'NAME');
  text = text.replaceAll(/(?<="dateOfBirth":")[\d-]+(?=")/g, 'DATE');
  text = text.replaceAll(varying, (found) => {
    const place = places.get(found) ?? `#${places.size + 1}`;
    places.set(found, place);
    return place;
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
