import { beforeEach, describe, expect, it } from 'vitest';
import { ConsentedDocumentList } from '../../shared/documents/contracts/document-contract.ts';
import { LegalEntityList } from '../../shared/registry/contracts/legal-entity.ts';
import { aClient, tokensFor } from '../support/clients.ts';
import { anEntity, aResident, created, type Person } from '../support/registry.ts';
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

const refused = (status: number, error: string, code: string) => ({
  status,
  body: { error, code, requestId: expect.any(String) },
});

describe('GET /api/v1/me/legal-entities', () => {
  const path = 'legal-entities';

  it('returns the chosen entities, sorted by name, with all their fields', async () => {
    const [one, two, other] = await Promise.all([
      anEntity(world, { name: 'Zenith', representatives: [ada.id] }),
      anEntity(world, { name: 'Azimuth', representatives: [ada.id], createdViaAPI: true }),
      anEntity(world, { representatives: [ada.id] }),
    ]);
    const { status, body } = await read(path, [one.id, two.id]);
    expect(status).toBe(200);
    const { data } = LegalEntityList.parse(body);
    expect(data.map(({ id }) => id)).toEqual([two.id, one.id]);
    const { access } = await tokensFor(world, {
      personId: ada.id,
      client,
      legalEntityIds: [one.id, two.id],
    });
    expect(await get(`${path}/${one.id}`, access)).toMatchObject({ body: { data: data[1] } });
    expect(data[0]).toEqual({
      id: two.id,
      optionId: 'llc',
      type: 'Limited Liability Company',
      name: 'Azimuth',
      extension: 'LLC',
      nameStartsWithExtension: false,
      formationDate: null,
      registrationDate: new Date(world.clock.now).toISOString(),
      dissolutionDate: null,
      residentPermitNumber: two['residentPermitNumber'],
      principalOfficeAddress: null,
      createdAt: new Date(world.clock.now).toISOString(),
    });
    expect(await get(`${path}/${other.id}`, access)).toMatchObject(
      refused(404, 'Legal entity not found', 'entity.not_found'),
    );
  });

  it('returns all of 120 chosen entities', async () => {
    const entities = await Promise.all(
      Array.from({ length: 120 }, () => anEntity(world, { representatives: [ada.id] })),
    );
    const { body } = await read(
      path,
      entities.map(({ id }) => id),
    );
    expect(new Set(LegalEntityList.parse(body).data.map(({ id }) => id))).toEqual(
      new Set(entities.map(({ id }) => id)),
    );
  });

  it('returns an entity only while the person represents it, even if it is dissolved', async () => {
    const { id } = await anEntity(world, { representatives: [ada.id] });
    const { access } = await tokensFor(world, { personId: ada.id, client, legalEntityIds: [id] });
    const look = async () =>
      Promise.all([
        get(path, access).then(({ body }) => LegalEntityList.parse(body).data.length),
        get(`${path}/${id}`, access).then(({ status }) => status),
        get(`${path}/${id}/documents`, access).then(({ status }) => status),
      ]);
    const dissolutionDate = new Date(world.clock.now).toISOString();
    await world.admin('PATCH', `/legal_entities/${id}`, { dissolutionDate });
    expect(await look()).toEqual([1, 200, 200]);
    await world.admin('DELETE', `/legal_entities/${id}/representatives/${ada.id}`);
    expect(await look()).toEqual([0, 404, 404]);
    await world.admin('PUT', `/legal_entities/${id}/representatives/${ada.id}`);
    expect(await look()).toEqual([1, 200, 200]);
  });

  it('returns the same 404 for unknown, unchosen and others’ entities and for invalid ids', async () => {
    const foreign = await anEntity(world);
    const mine = await anEntity(world, { representatives: [ada.id] });
    const { access } = await tokensFor(world, {
      personId: ada.id,
      client,
      legalEntityIds: [foreign.id],
    });
    for (const id of [foreign.id, mine.id, '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11', 'x', '%00']) {
      for (const suffix of ['', '/documents']) {
        expect(await get(`${path}/${id}${suffix}`, access)).toMatchObject(
          refused(404, 'Legal entity not found', 'entity.not_found'),
        );
      }
    }
  });
});

describe('GET /api/v1/me/legal-entities/{id}/documents (spec 4.2)', () => {
  it('returns visible documents, newest first, with a URL valid for one hour', async () => {
    const { id } = await anEntity(world, { representatives: [ada.id] });
    const file = { contentType: 'text/plain', contentBase64: 'Q2VydGlmaWVkLg==' };
    const path = `/legal_entities/${id}/documents`;
    for (const [name, more] of [
      ['Rider', {}],
      ['Certificate', { slug: 'certificate', version: '2.1' }],
      ['Hidden', { visibility: 'hidden' }],
      ['Internal', { visibility: 'admin_only' }],
    ] as const) {
      await created(world, path, { name, ...file, ...more });
      world.clock.now += 1000;
    }
    const { status, body } = await read(`legal-entities/${id}/documents`, [id]);
    const fileUrl = expect.stringContaining('X-Amz-Expires=3600');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: [
          {
            id: expect.any(String),
            name: 'Certificate',
            slug: 'certificate',
            version: '2.1',
            fileUrl,
          },
          { id: expect.any(String), name: 'Rider', slug: null, version: null, fileUrl },
        ],
      },
    });
    const [newest] = ConsentedDocumentList.parse(body).data;
    const download = await fetch(String(newest?.fileUrl));
    expect([download.status, await download.text()]).toEqual([200, 'Certified.']);
  });
});
