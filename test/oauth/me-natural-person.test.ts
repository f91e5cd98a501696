import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { personDocumentWrite } from '../../shared/documents/db/documents.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { findPerson, personWrite, residencyWrite } from '../../shared/people/db/people.ts';
import { aClient, tokensFor } from '../support/clients.ts';
import { anAgentKey, aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;

const world = await useWorld();
const client = await aClient(world);
beforeEach(async () => {
  world.clock.now += 60_000;
  ada = await aResident(world, { residencyType: 'e-Resident' });
});

const me = '/api/v1/me';
async function get(path: string, key?: string) {
  const { status, body, headers } = await world.call('GET', `${me}/${path}`, { key });
  return { status, body, headers };
}

/** Status and body of a call with a token for all scopes and these entities. */
async function read(path: string, legalEntityIds: readonly string[] = []) {
  const { access } = await tokensFor(world, { personId: ada.id, client, legalEntityIds });
  const { status, body } = await get(path, access);
  return { status, body };
}

describe('GET /api/v1/me/natural-person', () => {
  it('returns the person without a data envelope', async () => {
    await world.admin('PATCH', `/persons/${ada.id}`, {
      dateOfBirth: '1990-05-17',
      sex: 'male',
      countryOfBirth: 'DE',
      citizenships: ['DE', 'HN'],
    });
    expect(await read('natural-person')).toEqual({
      status: 200,
      body: {
        givenName: 'Test',
        surname: 'Resident',
        name: 'Test Resident',
        residentPermitNumber: ada.rpn,
        countryOfBirth: 'Germany',
        citizenships: ['Germany', 'Honduras'],
        dateOfBirth: '1990-05-17T00:00:00.000Z',
        sex: 'M',
        address: null,
        phoneNumber: null,
      },
    });
  });

  it('returns null until there is a name, also to an Agent Key', async () => {
    await world.admin('PATCH', `/persons/${ada.id}`, { givenName: null, surname: null });
    expect(await read('natural-person')).toEqual({ status: 200, body: null });
    const key = await anAgentKey(world, ada.id, ['agent:person.details.read']);
    expect(await get('natural-person', key)).toMatchObject({ status: 200, body: null });
  });
});

describe('GET /api/v1/me/natural-person/residency', () => {
  it('returns the active residency, even if a later one is scheduled', async () => {
    const later = new Date(world.clock.now + 86_400_000).toISOString();
    await created(world, `/persons/${ada.id}/residencies`, {
      residencyType: 'Resident',
      effectiveDate: later,
    });
    const version = 'v11.01.2026';
    expect(await read('natural-person/residency')).toEqual({
      status: 200,
      body: {
        wasEverResident: true,
        activeResidency: {
          effectiveDate: '2024-01-01T00:00:00.000Z',
          terminationDate: later,
          residencyType: 'e-Resident',
          version,
        },
      },
    });
    world.clock.now += 86_400_000;
    expect(await read('natural-person/residency')).toMatchObject({
      body: {
        activeResidency: { effectiveDate: later, terminationDate: null, residencyType: 'Resident' },
      },
    });
  });

  it('returns whether the person was ever a resident', async () => {
    const never = await created(world, '/persons', { email: 'never@people.example' });
    const { access } = await tokensFor(world, { personId: never.id, client });
    const nothing = { wasEverResident: false, activeResidency: null };
    expect(await get('natural-person/residency', access)).toMatchObject({ body: nothing });
    const person = await findPerson(world.table, ada.id);
    await world.admin('POST', `/persons/${ada.id}/residencies/${person?.residency?.id}/terminate`);
    expect((await read('natural-person/residency')).body).toEqual({
      wasEverResident: true,
      activeResidency: null,
    });
  });
});

describe('GET /api/v1/me/natural-person/id-verification', () => {
  const nothing = { documentFront: null, documentBack: null, face: null };

  it('returns null in every field until a verification succeeds, then its details', async () => {
    expect(await read('natural-person/id-verification')).toEqual({
      status: 200,
      body: {
        id: null,
        type: null,
        documentType: null,
        date: null,
        status: null,
        documents: nothing,
      },
    });
    const id = '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21';
    const date = new Date(world.clock.now).toISOString();
    await change({
      identityVerification: { id, status: 'approved', verifiedAt: date, documentType: 'passport' },
    });
    const verified = {
      id,
      type: null,
      documentType: 'passport',
      date,
      status: 'approved',
      documents: nothing,
    };
    expect((await read('natural-person/id-verification')).body).toEqual(verified);
    expect((await read('natural-person/id_verification')).body).toEqual(verified);
  });

  it('is deprecated under its name with an underscore', async () => {
    const { access } = await tokensFor(world, { personId: ada.id, client });
    const { headers } = await get('natural-person/id_verification', access);
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('link')).toBe(
      '</api/v1/me/natural-person/id-verification>; rel="successor-version"',
    );
    const named = await get('natural-person/id-verification', access);
    expect(named.headers.get('deprecation')).toBeNull();
  });
});

describe('GET /api/v1/me/natural-person/documents', () => {
  it('returns visible documents, newest first, with the agreement and its signed copy', async () => {
    const stored = await aDocument('2026-01-02T00:00:00.000Z', 'visible');
    await aDocument('2026-01-01T00:00:00.000Z', 'visible');
    await aDocument('2026-01-03T00:00:00.000Z', 'hidden');
    await aDocument('2026-01-04T00:00:00.000Z', 'admin_only');
    const agreement = {
      aocId: 'aoc-e-resident-v08.29.2024',
      slug: 'aoc-e-resident',
      version: 'v08.29.2024',
      signedByName: 'Test Resident',
      signedAt: '2024-01-01T00:00:00.000Z',
      documentId: stored.id,
    };
    const person = await findPerson(world.table, ada.id);
    if (!person?.residency) throw new Error('set-up: no residency');
    await transact(world.table, {
      residency: residencyWrite(ada.id, { ...person.residency, agreement }),
    });

    const fileUrl = expect.stringContaining('X-Amz-Expires=3600');
    const { status, body } = await read('natural-person/documents');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: [
          { ...stored, fileUrl },
          { ...stored, id: expect.not.stringMatching(stored.id), fileUrl },
        ],
        agreementOfCoexistence: {
          aocId: 'aoc-e-resident-v08.29.2024',
          slug: 'aoc-e-resident',
          version: 'v08.29.2024',
          effectiveDate: '2024-01-01T00:00:00.000Z',
          terminationDate: null,
          residencyType: 'e-Resident',
          templatePdfUrl: null,
          signedDocumentId: stored.id,
          signedDocumentUrl: fileUrl,
        },
      },
    });
    // The shape was just compared. The URL needs no credential.
    const { agreementOfCoexistence } = body as {
      agreementOfCoexistence: { signedDocumentUrl: string };
    };
    const file = await fetch(agreementOfCoexistence.signedDocumentUrl);
    expect([file.status, await file.text()]).toEqual([200, 'Signed.']);
    expect((await read('natural-person/residency')).body).toMatchObject({
      activeResidency: { version: 'v08.29.2024' },
    });
  });

  it('returns no documents of another person', async () => {
    await aDocument('2026-01-02T00:00:00.000Z', 'visible');
    ada = await aResident(world);
    expect((await read('natural-person/documents')).body).toEqual({
      data: [],
      agreementOfCoexistence: null,
    });
  });
});

/** Writes fields of the person that no operator route sets. */
async function change(fields: object): Promise<void> {
  const person = await findPerson(world.table, ada.id);
  if (person === null) throw new Error('set-up: no such person');
  const outcome = await transact(world.table, { person: personWrite({ ...person, ...fields }) });
  expect(outcome.kind).toBe('written');
}

/** Stores a document for Ada; returns its public fields. */
async function aDocument(createdAt: string, visibility: 'visible' | 'hidden' | 'admin_only') {
  const content = Buffer.from('Signed.');
  const id = world.deps.newId();
  const shown = {
    id,
    name: 'Agreement of Coexistence',
    slug: 'aoc-e-resident',
    version: 'v08.29.2024',
  };
  const objectKey = `documents/${ada.id}/${id}`;
  await world.deps.documents.put({ key: objectKey, content, contentType: 'text/plain' });
  await transact(world.table, {
    document: personDocumentWrite({
      ...shown,
      personId: ada.id,
      visibility,
      contentType: 'text/plain',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      objectKey,
      createdAt,
    }),
  });
  return shown;
}
