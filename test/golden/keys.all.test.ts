import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ItemKey, keys } from '../../shared/kernel/db/keys.ts';
import { parseStored } from '../../shared/kernel/db/stored.ts';
import type { Item } from '../../shared/kernel/db/table.ts';
import { StoredEntity } from '../../shared/registry/db/entities.ts';
import { claimOf, reservationOf } from '../../shared/registry/db/names.ts';
import type { World } from '../support/world.ts';
import handles from './1.0.0/handles.json' with { type: 'json' };
import { browserWith, goldenItems, goldenWorld } from './golden-world.ts';

let world: World;

beforeAll(async () => {
  world = await goldenWorld();
});
afterAll(() => world.stop());

/** The keys that the current code creates from the content of items of other kinds. */
const claims: Readonly<Record<string, () => readonly ItemKey[]>> = {
  email: () => goldenItems('person').map((person) => keys.email(text(person, 'email'))),
  entityName: () =>
    goldenItems('entity').map((entity) => claimOf(parseStored(StoredEntity, entity))),
  reservedName: () =>
    goldenItems('reservedNameId').map((reserved) =>
      reservationOf({
        optionId: reserved['optionId'] === null ? null : text(reserved, 'optionId'),
        name: text(reserved, 'name'),
        reservation: text(reserved, 'reservation'),
      }),
    ),
  paymentReport: () =>
    goldenItems('paymentReport').map((report) =>
      keys.paymentReport(text(report, 'provider'), text(report, 'eventId')),
    ),
  payment: () =>
    goldenItems('payment').map((payment) =>
      keys.payment(text(payment, 'provider'), text(payment, 'paymentId')),
    ),
  sentForm: () => [keys.sentForm(handles.owner.id, handles.portal.keyForm.formId)],
  visitorPassClaim: () =>
    goldenItems('visitorPass').map((pass) =>
      keys.visitorPassClaim(text(pass, 'email'), text(pass, 'referralSource'), dayOf(pass)),
    ),
  visitorPassMail: () =>
    goldenItems('visitorPass').map((pass) =>
      keys.visitorPassMail(text(pass, 'email'), dayOf(pass)),
    ),
};

describe('what was claimed in version 1.0.0 is found by today’s keys', () => {
  it.each(Object.entries(claims))('%s', (kind, make) => {
    const stored = goldenItems(kind).map(({ pk, sk }) => ({ pk, sk }));
    expect(stored).not.toEqual([]);
    expect(new Set(make().map(place))).toEqual(new Set(stored.map(place)));
  });
});

describe('places in the lists of pages', () => {
  it('are those of the keys that were shown last', async () => {
    const owned = goldenItems('ownedKey').filter(({ ownerId }) => ownerId === handles.owner.id);
    const [, second] = owned.map(({ sk }) => String(sk).replace('APIKEY#', '')).toSorted();
    const settings = `/portal/developer?${new URLSearchParams({ after: String(second) })}`;
    const { status, text: page } = await browserWith(world, handles.portal.cookies).open(settings);
    expect([status, [...page.matchAll(/<th scope="row">/g)].length]).toEqual([200, 1]);
  });
});

function text(item: Item, name: string): string {
  return String(item[name]);
}

function dayOf(item: Item): string {
  return text(item, 'createdAt').slice(0, 10);
}

function place({ pk, sk }: { readonly pk: unknown; readonly sk: unknown }): string {
  return `${pk} ${sk}`;
}
