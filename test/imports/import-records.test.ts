import { describe, expect, it } from 'vitest';
import type { RecordOutcome } from '../../shared/imports/contracts/import-call.ts';
import { importRecords } from '../../shared/imports/usecases/import-records.ts';
import type { Actor } from '../../shared/platform/domain/audit-entry.ts';
import { justBefore } from '../support/just-before.ts';
import { startKillable } from '../support/killable.ts';
import { bucketName } from '../support/permissions/policies.ts';
import { signedIn } from '../support/portal.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const operator: Actor = { kind: 'operator', id: 'test', personId: null };
let records = 0;

type Fields = Readonly<Record<string, unknown>>;

const verify = async (rpn: unknown) =>
  (await world.call('POST', '/api/v1/verify_rpn', { key: ada.standardKey, body: { rpn } })).body;
const search = async (query: string) => {
  const path = '/api/v1/registries/legal_entities/search';
  return (await world.call('POST', path, { key: ada.standardKey, body: { query } })).body;
};

/** Outcomes of a call, without null or empty fields. */
async function send(
  sent: readonly Fields[],
  mode: 'validate' | 'run' | 'compare' = 'run',
  baseUrl = world.baseUrl,
): Promise<readonly Fields[]> {
  const response = await fetch(`${baseUrl}/admin/v1/imports/test/records`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00',
    },
    body: JSON.stringify({ mode, records: sent }),
  });
  const { data } = (await response.json()) as { data: readonly RecordOutcome[] };
  return data.map(({ kind: _, errors, upload, stored, ...rest }) => ({
    ...rest,
    ...(errors.length > 0 && { errors: errors.map(({ code, field }) => ({ code, field })) }),
    ...(upload && { upload }),
    ...(stored && { stored }),
  }));
}

function aPerson(fields: Fields = {}): Fields {
  records += 1;
  const sourceId = `p-${records}`;
  return { kind: 'person', sourceId, email: `moved-${records}@people.example`, ...fields };
}

function aCompany(fields: Fields = {}): Fields {
  records += 1;
  return {
    kind: 'legal_entity',
    sourceId: `e-${records}`,
    optionId: 'llc',
    name: `Moved Entity ${records}`,
    extension: 'LLC',
    registrationDate: '2001-02-03',
    ...fields,
  };
}

const number = (digit: string) => {
  records += 1;
  return digit + String(5_000_000_000 + records).padStart(13, '0');
};
const done = (status: string) => ({ status, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
const refusedFor = (code: string, field: string) => ({
  status: 'refused',
  id: null,
  errors: [{ code, field }],
});

describe('POST /admin/v1/imports/{batch}/records', () => {
  it('imports a person with a permit number, a sign-in and a residency that can be verified', async () => {
    const residentPermitNumber = number('9');
    const person = aPerson({ residentPermitNumber, surname: 'Moved', createdAt: '1999-03-01' });
    const residency = {
      kind: 'residency',
      sourceId: 'r-1',
      person: person['sourceId'],
      residencyType: 'Resident',
      effectiveDate: '1999-03-02',
    };
    expect(await send([person])).toEqual([done('imported')]);
    expect(await verify(residentPermitNumber)).toEqual({
      result: 'found_natural_person',
      active: false,
    });
    const former = {
      ...residency,
      sourceId: 'r-0',
      effectiveDate: '1998-01-01',
      terminationDate: '1999-01-01',
      residencyType: 'e-Resident',
    };
    expect(await send([residency, former])).toEqual([done('imported'), done('imported')]);
    expect(await verify(residentPermitNumber)).toMatchObject({ active: true });
    const { body } = await world.admin('GET', `/persons?email=${person['email']}`);
    expect(body).toMatchObject({
      data: [
        {
          createdAt: '1999-03-01T00:00:00.000Z',
          residentPermitNumber,
          // The newest residency, in any order of import.
          residency: { residencyType: 'Resident', effectiveDate: '1999-03-02T00:00:00.000Z' },
        },
      ],
    });
    const browser = await signedIn(world, String(person['email']));
    expect((await browser.open('/portal')).status).toBe(200);
  });

  it.each([false, true])(
    'imports an entity, which search finds, with sharded lists: %s',
    async (sharded) => {
      const residentPermitNumber = number('8');
      const person = aPerson();
      const company = aCompany({
        residentPermitNumber,
        createdAt: '2001-02-04',
        representatives: [{ person: person['sourceId'] }, { person: ada.id, since: '2010-01-01' }],
        formerNames: [{ name: 'Older', until: '2005-01-01' }],
      });
      await search('warm');
      const outcomes = await importRecords(
        'test',
        { mode: 'run', records: [company, person] as never },
        operator,
        { ...world.deps, shardRegistry: sharded },
      );
      // The person is imported first, wherever it is in the call.
      expect(outcomes).toMatchObject([done('imported'), done('imported')]);
      const [id, personId] = outcomes.map((each) => each.id);
      expect(await search(String(company['name']))).toMatchObject({
        results: [{ id, residentPermitNumber }],
      });
      expect(await verify(residentPermitNumber)).toEqual({
        result: 'found_legal_entity',
        active: true,
      });
      const { body } = await world.admin('GET', `/legal_entities/${id}`);
      expect(body).toMatchObject({
        data: {
          createdAt: '2001-02-04T00:00:00.000Z',
          representatives: [
            { personId, since: '2001-02-03T00:00:00.000Z' },
            { personId: ada.id, since: '2010-01-01T00:00:00.000Z' },
          ],
          formerNames: [{ name: 'Older', extension: null, until: '2005-01-01T00:00:00.000Z' }],
        },
      });
    },
  );

  it('imports a record once, and refuses a different one with the same source id', async () => {
    const person = aPerson({ surname: 'Once' });
    const [first] = await send([person]);
    expect(await send([person, person])).toEqual([
      { ...first, status: 'same' },
      { ...first, status: 'same' },
    ]);
    const another = { ...person, surname: 'Twice' };
    expect(await send([another])).toEqual([refusedFor('source_id_reused', 'sourceId')]);
    expect(await send([another], 'validate')).toEqual([refusedFor('source_id_reused', 'sourceId')]);
    expect(await send([{ ...aPerson(), sourceId: 'never' }], 'compare')).toEqual([
      { status: 'missing', id: null },
    ]);
  });

  it('refuses values that are taken, also when validating', async () => {
    const entity = await anEntity(world);
    const taken: readonly (readonly [Fields, string, string])[] = [
      [aPerson({ email: ada.email.toUpperCase() }), 'email_taken', 'email'],
      [aPerson({ residentPermitNumber: ada.rpn }), 'number_taken', 'residentPermitNumber'],
      [aCompany({ name: String(entity['name']).toUpperCase() }), 'name_taken', 'name'],
      [
        aCompany({ residentPermitNumber: entity['residentPermitNumber'] }),
        'number_taken',
        'residentPermitNumber',
      ],
      [
        aCompany({ representatives: [{ person: entity.id }] }),
        'unknown_person',
        'representatives.0.person',
      ],
    ];
    const expected = taken.map(([, code, field]) => refusedFor(code, field));
    const all = taken.map(([record]) => record);
    expect(await send(all, 'validate')).toEqual(expected);
    expect(await send(all)).toEqual(expected);
  });

  it('refuses a representative who is named twice', async () => {
    const company = aCompany({
      representatives: [{ person: ada.id }, { person: ada.id.toUpperCase() }],
    });
    expect(await send([company])).toEqual([refusedFor('named_twice', 'representatives.1.person')]);
  });

  it('refuses a name that an operator registers during the import', async () => {
    const company = aCompany();
    const race = justBefore(world.deps.table, () => anEntity(world, { name: company['name'] }));
    const [outcome] = await importRecords(
      'test',
      { mode: 'run', records: [company] as never },
      operator,
      { ...world.deps, table: race },
    );
    expect(outcome).toMatchObject({ status: 'refused', errors: [{ code: 'name_taken' }] });
  });

  it('imports a record once if it is sent several times in parallel', async () => {
    const residentPermitNumber = number('9');
    const person = aPerson({ residentPermitNumber });
    const outcomes = (await Promise.all([send([person]), send([person]), send([person])])).flat();
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['imported', 'same', 'same']);
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
  });

  it('imports all residencies of a person sent in parallel', async () => {
    const residentPermitNumber = number('9');
    const person = aPerson({ residentPermitNumber });
    await send([person]);
    const spans = Array.from({ length: 6 }, (_, index) => ({
      kind: 'residency',
      sourceId: `span-${residentPermitNumber}-${index}`,
      person: person['sourceId'],
      residencyType: 'Resident',
      effectiveDate: `${2000 + index}-01-01`,
      ...(index < 5 && { terminationDate: `${2001 + index}-01-01` }),
    }));
    const outcomes = await Promise.all(spans.map((span) => send([span])));
    expect(outcomes.flat()).toEqual(spans.map(() => done('imported')));
    expect(await verify(residentPermitNumber)).toMatchObject({ active: true });
    const held = await send(spans, 'compare');
    expect(held.map((each) => Object(each['stored']).effectiveDate)).toEqual(
      spans.map((_, index) => `${2000 + index}-01-01T00:00:00.000Z`),
    );
  });

  it('can be repeated after it failed halfway, and then imports the remaining records', async () => {
    process.env['DOCUMENTS_BUCKET'] = bucketName;
    const doomed = await startKillable(world, 'functions/admin/imports.ts');
    const people = Array.from({ length: 60 }, () => aPerson({ residentPermitNumber: number('9') }));
    let left = 25;
    world.proxy.beforeNext(
      (_, operation) => {
        if (operation === 'TransactWriteItems') left -= 1;
        return left === 0;
      },
      async () => {
        await doomed.kill();
        throw new Error('lost');
      },
    );
    await expect(send(people, 'run', doomed.baseUrl)).rejects.toThrow('fetch failed');
    const outcomes = await send(people);
    const statuses = Map.groupBy(outcomes, ({ status }) => status);
    expect(Number(statuses.get('same')?.length)).toBeGreaterThan(10);
    expect(Number(statuses.get('imported')?.length)).toBeGreaterThan(10);
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(people.length);
    expect((await send(people)).map(({ status }) => status)).toEqual(people.map(() => 'same'));
  });

  it('offers an upload URL that accepts only the file with the declared SHA-256', async () => {
    const content = Buffer.from('%PDF-1.7 deed');
    const sha256 = '0d1fb6a50d30a4e7e9f6fbd7a3bd5d1ea2b6e5d5a0fcd2f34a1fa0a9b9ffb8d1';
    const document = {
      kind: 'document',
      sourceId: `d-${sha256}`,
      person: ada.id,
      name: 'Deed',
      contentType: 'application/pdf',
      size: content.length,
      sha256,
    };
    const [offered] = await send([document]);
    expect(offered).toMatchObject({
      status: 'upload',
      upload: { headers: { 'content-type': 'application/pdf' } },
    });
    const { url, headers } = Object(offered?.['upload']);
    const put = await fetch(url, { method: 'PUT', headers, body: content });
    expect({
      status: put.status,
      code: (await put.text()).match(/<Code>(.*)<\/Code>/)?.[1],
    }).toEqual({
      status: 400,
      code: 'BadDigest',
    });
    const others = { ...headers, 'x-amz-checksum-sha256': 'AAAA' };
    const refused = await fetch(url, { method: 'PUT', headers: others, body: content });
    expect(refused.status).toBe(403);
    expect(await send([document])).toMatchObject([{ status: 'upload' }]);
  });

  it('audits each import with ids and batch, and without personal data', async () => {
    const person = aPerson({ surname: 'Recorded' });
    const [outcome] = await send([person]);
    const { body } = await world.admin('GET', `/audit?subjectId=${outcome?.['id']}`);
    expect(body).toMatchObject({
      data: [
        {
          action: 'person.imported',
          actor: { kind: 'operator' },
          subject: { type: 'person', id: outcome?.['id'] },
          details: { batch: 'test' },
        },
      ],
    });
  });
});
