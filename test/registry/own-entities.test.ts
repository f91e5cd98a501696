import { beforeEach, describe, expect, it } from 'vitest';
import { unknownId } from '../support/admin.ts';
import {
  aFiler,
  aSignedFiling,
  browserOf,
  type Filer,
  freshName,
  propose,
} from '../support/amendments.ts';
import { anIssuedCertificate } from '../support/certificates.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import { anEntity, aResident, wereNamed } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let filer: Filer;

const world = await useWorld();
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
});

const pageOf = ({ entityId }: Pick<Filer, 'entityId'>) => `/portal/legal-entities/${entityId}`;

describe('the list of legal entities in the portal', () => {
  it('shows only the entities that the user represents, with their status', async () => {
    await anEntity(world, { name: 'Somebody Else' });
    const overdue = await anEntity(world, { representatives: [filer.id], taxState: 'overdue' });
    const page = await (await browserOf(world, filer)).open('/portal/legal-entities');
    const text = shownText(page);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`href="${pageOf(filer)}">${filer.entityName} LLC</a>`);
    expect(page.text).toContain(`href="/portal/legal-entities/${overdue.id}"`);
    expect(text).toContain('In good standing');
    expect(text).toContain('Taxes overdue');
    expect(text).not.toContain('Somebody Else');
  });

  it('says so if the user represents no entity', async () => {
    const { email } = await aResident(world);
    const page = await (await signedIn(world, email)).open('/portal/legal-entities');
    expect(shownText(page)).toContain('You don’t represent any legal entities.');
  });
});

describe('the page of a legal entity in the portal', () => {
  it('shows its registered details, representatives, standing and filings', async () => {
    await aSignedFiling(world, filer, { name: freshName() });
    const text = shownText(await (await browserOf(world, filer)).open(pageOf(filer)));
    expect(text).toContain('In good standing');
    expect(text).toContain(`Name ${filer.entityName} LLC`);
    expect(text).toContain('Type Limited Liability Company');
    expect(text).toContain('Test Resident 9');
    expect(text).toContain('Change of name Payment due');
    expect(text).toContain('Registration');
  });

  it.each([
    [{ taxState: 'overdue' }, 'Active, but not in good standing: its taxes are overdue'],
    [{ taxState: 'unknown' }, 'Active, but its good standing is not confirmed'],
    [
      { optionId: 'nonprofit_corp' },
      'This type of legal entity can’t get a Certificate of Good Standing',
    ],
    [{ dissolutionDate: '2026-01-01T00:00:00.000Z' }, 'You can’t file anything new.'],
    [
      {
        residency: {
          effectiveDate: '2020-01-01T00:00:00.000Z',
          terminationDate: '2021-01-01T00:00:00.000Z',
        },
      },
      'Not in good standing: its residency has expired',
    ],
  ])('explains its standing: %j', async (fields, expected) => {
    const { id } = await anEntity(world, { representatives: [filer.id], ...fields });
    const page = await (await browserOf(world, filer)).open(pageOf({ entityId: id }));
    expect(shownText(page)).toContain(expected);
    // The page has no link to a request that is not possible.
    const canRequest = !('optionId' in fields || 'dissolutionDate' in fields);
    expect(page.text.includes('/good-standing/new')).toBe(canRequest);
  });

  it('has a timeline of its events in order, with its status today and what ends later', async () => {
    const { owner, entity } = await anIssuedCertificate(world, {
      formationDate: '2024-02-29',
      registrationDate: '2024-03-10',
      residency: { effectiveDate: '2024-03-10', terminationDate: '2099-03-10' },
    });
    await wereNamed(world, entity, [
      { name: 'Older Light', extension: null, until: null },
      { name: 'First Light', extension: 'LLC', until: '2025-01-31T12:00:00.000Z' },
    ]);
    const browser = await signedIn(world, owner.email);
    const { text } = await browser.open(pageOf({ entityId: entity.id }));
    const [figure = ''] = /<figure class="chart timeline">[\s\S]*?<\/figure>/.exec(text) ?? [];
    const rows = Array.from(
      figure.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/g),
      ([, day, what]) => [day, what],
    );
    expect(rows.slice(0, 3)).toEqual([
      ['29 February 2024', 'Formation'],
      ['10 March 2024', 'Registration'],
      ['31 January 2025', 'Renamed from First Light LLC'],
    ]);
    expect(rows.slice(3).map(([, what]) => what)).toEqual([
      'Certificate of Good Standing issued',
      'In good standing',
      'End of the residency',
    ]);
    const places = Array.from(figure.matchAll(/<rect(?: class="now")? x="(\d+)"/g), ([, x]) =>
      Number(x),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect([places.length, places.at(0), places.at(-1)]).toEqual([rows.length, 0, 990]);
    // The distance is that in time: eleven days are next to nothing here.
    expect(places[1]).toBeLessThan(5);
  });

  it('is visible only to its representatives, and returns to them after sign-in', async () => {
    const stranger = await signedIn(world, (await aResident(world)).email);
    expect((await stranger.open(pageOf(filer))).status).toBe(404);
    expect((await stranger.open(pageOf({ entityId: unknownId }))).status).toBe(404);
    expect((await stranger.open('/portal/legal-entities/none')).status).toBe(404);
    expect(outcomeOf(await visitor(world.baseUrl).open(pageOf(filer)))).toEqual({
      status: 303,
      location: `/portal/sign-in?next=${encodeURIComponent(pageOf(filer))}`,
    });
  });

  it('is not found after the representation ends', async () => {
    const browser = await browserOf(world, filer);
    const { status } = await world.admin(
      'DELETE',
      `/legal_entities/${filer.entityId}/representatives/${filer.id}`,
    );
    expect(status).toBe(200);
    expect((await browser.open(pageOf(filer))).status).toBe(404);
  });

  it('takes at most three round trips to the table', async () => {
    await propose(world, filer, { name: freshName() });
    const browser = await browserOf(world, filer);
    const counts: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      world.proxy.calls.reset();
      await browser.open(pageOf(filer));
      counts.push(world.proxy.calls.roundTrips());
    }
    expect(Math.min(...counts)).toBeLessThanOrEqual(3);
  });
});

describe('a document of a legal entity in the portal', () => {
  it('has a descriptive file name and a one-minute link, only for representatives', async () => {
    const { owner, entity, request } = await anIssuedCertificate(world);
    const browser = await signedIn(world, owner.email);
    const { text } = await browser.open(pageOf({ entityId: entity.id }));
    const path = `${pageOf({ entityId: entity.id })}/documents/${request['documentId']}`;
    expect(text).toContain(`href="${path}">Certificate of Good Standing</a>`);
    const opened = await browser.open(path);
    expect(opened.status).toBe(303);
    const url = new URL(String(opened.headers.get('location')));
    expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
    const file = await fetch(url);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(decodeURIComponent(String(file.headers.get('content-disposition')))).toMatch(
      new RegExp(
        `${entity['name']} LLC - Certificate of Good Standing - \\d{4}-\\d\\d-\\d\\d\\.pdf$`,
      ),
    );
    const stranger = await browserOf(world, filer);
    expect((await stranger.open(path)).status).toBe(404);
    expect((await stranger.open(`${pageOf(filer)}/documents/${unknownId}`)).status).toBe(404);
  });

  it('is shown as withdrawn, with the date', async () => {
    const { owner, entity, request } = await anIssuedCertificate(world);
    const { status } = await world.admin(
      'POST',
      `/legal_entities/${entity.id}/documents/${request['documentId']}/withdraw`,
      { reason: 'A mistake' },
    );
    expect(status).toBe(200);
    const browser = await signedIn(world, owner.email);
    const page = await browser.open(pageOf({ entityId: entity.id }));
    expect(shownText(page)).toMatch(/Withdrawn on \d+ \w+ \d{4}\. It is no longer valid\./);
  });
});
