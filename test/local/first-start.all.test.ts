import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type AttributeValue, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTable } from '../../local/create-table.ts';
import { claimSeeding, readDemoState } from '../../local/demo-record.ts';
import type { Demo } from '../../local/demo-registry.ts';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localAws } from '../../local/engines/engine.ts';
import { prepareTable } from '../../local/prepare-table.ts';
import { type Laptop, startLaptop } from '../support/laptop.ts';
import { plainText, readPdf } from '../support/pdf-text.ts';

let directory: string;
let laptops: Laptop[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'first-start-'));
});
afterEach(async () => {
  await Promise.all(laptops.map((each) => each.end('SIGKILL')));
  laptops = [];
  rmSync(directory, { recursive: true, maxRetries: 5 });
});

function start(
  dataDirectory: string | undefined,
  environment: Readonly<Record<string, string>> = {},
) {
  const laptop = startLaptop(directory, { dataDirectory }, environment);
  laptops.push(laptop);
  return laptop;
}

/** The number of items of a kind in the database; 0 if it does not exist. */
function count(databaseFile: string, pk: string, sk: string): number {
  if (!existsSync(databaseFile)) return 0;
  const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5_000 });
  try {
    const found = database
      .prepare('SELECT count(*) AS n FROM registry WHERE pk LIKE ? AND sk LIKE ?')
      .get(`S:${pk}`, `S:${sk}`);
    return Number(found?.['n']);
  } catch {
    return 0; // no table yet
  } finally {
    database.close();
  }
}

const countAll = (file: string) => ({
  entities: count(file, 'ENTITY#%', 'ENTITY'),
  people: count(file, 'PERSON#%', 'PERSON'),
  clients: count(file, 'CLIENT#%', 'CLIENT'),
  integrations: count(file, 'INTEGRATION#%', 'INTEGRATION'),
  applications: count(file, 'RESIDENCY_APPLICATION#%', 'RESIDENCY_APPLICATION'),
  signingKeys: count(file, 'SIGNING_KEYS', 'KEY#%'),
});
const demoCounts = {
  entities: 105,
  people: 7,
  clients: 2,
  integrations: 2,
  applications: 4,
  signingKeys: 6,
};

const verify = async ({ baseUrl, people, entities }: Demo) => {
  const response = await fetch(`${baseUrl}/api/v1/verify_rpn`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${people.ada.standardKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ rpn: entities.acme.residentPermitNumber }),
  });
  return response.json();
};
/** Acme's documents: the number of signatures, and what verifying the code shows. */
const documentsOf = async ({ baseUrl, people, entities }: Demo) => {
  const list = await fetch(`${baseUrl}/api/v1/legal_entities/${entities.acme.id}/documents`, {
    headers: { authorization: `Bearer ${people.ada.standardKey}` },
  });
  // The shape of the list.
  const { data } = (await list.json()) as { data: { fileUrl: string }[] };
  return Promise.all(
    data.map(async ({ fileUrl }) => {
      const file = new Uint8Array(await (await fetch(fileUrl)).arrayBuffer());
      const text = plainText(readPdf(file));
      const printed = /Verification code ((?:[2-9A-HJ-NP-Z]{4}\s+){4})/.exec(text)?.[1] ?? '';
      const code = printed.replaceAll(/\s/g, '');
      const headers = { accept: 'application/json' };
      const told = await fetch(`${baseUrl}/certificates/${code}`, { headers });
      const signed = Buffer.from(file).includes('/ETSI.CAdES.detached');
      const sha256 = createHash('sha256').update(file).digest('hex');
      // The shape of the page.
      const { sha256: known, ...body } = (await told.json()) as { sha256: string };
      return { signed, isTheFile: known === sha256, ...body };
    }),
  );
};
const genuine = ({ entities: { acme } }: Demo) => ({
  ...{ signed: true, isTheFile: true, genuine: true, type: 'certificate_of_organization' },
  legalEntity: { name: 'Acme LLC', residentPermitNumber: acme.residentPermitNumber },
  ...{ issuedAt: expect.any(String), inGoodStanding: true, change: null, withdrawn: null },
});
const recipientsOf = async ({ baseUrl }: Demo) => {
  const mails = await fetch(`${baseUrl}/local/mail`);
  // The shape of /local/mail.
  const { data } = (await mails.json()) as { data: { to: string[]; subject: string }[] };
  // Reviewers are emailed about a case only if it is still open then; on a slow machine it may be decided.
  const told = data.filter(({ subject }) => !subject.startsWith('Review needed: '));
  return told.flatMap(({ to }) => to).toSorted();
};
/**
 * Ada has four keys and a copy of what she signed, Emmy and Maria a copy and a link each, Sofia also a decision and a key.
 * Reviewers are notified that Maria has answered a question.
 */
const recipients = [
  ...Array(5).fill('ada@residents.example'),
  'dorothy@residents.example',
  ...Array(2).fill('emmy@applicants.example'),
  'grace@residents.example',
  'hedy@applicants.example',
  ...Array(3).fill('maria@applicants.example'),
  'mary@residents.example',
  'reviewers@registry.example',
  ...Array(4).fill('sofia@applicants.example'),
];

/** The keys of the stored documents, without the snapshot of the search. */
function documentsIn(objects: string): readonly string[] {
  return readdirSync(objects)
    .map((name) => readFileSync(join(objects, name), 'latin1').split('\n')[0] ?? '')
    .map((head): string => JSON.parse(head).key)
    .filter((key) => key.startsWith('documents/'));
}

it('a first start that was killed is completed by the next one, which keeps its demo', async () => {
  const data = join(directory, 'data');
  const database = join(data, 'dynamodb.sqlite');
  // While the demo is being written.
  const first = start(data);
  const isUnderWay = () => count(database, 'ENTITY#%', 'ENTITY') > 20 || first.hasEnded();
  await expect.poll(isUnderWay, { interval: 5 }).toBe(true);
  await first.end('SIGKILL');

  const laptop = start(data);
  const demo = await laptop.ready();
  expect(await verify(demo)).toEqual({ result: 'found_legal_entity', active: true });
  expect(await documentsOf(demo)).toEqual([genuine(demo)]);
  expect(countAll(database)).toEqual(demoCounts);
  await expect.poll(() => recipientsOf(demo)).toEqual(recipients);
  // Acme's certificate, and what Sofia accepted.
  const documents = () => documentsIn(join(data, 'objects'));
  await expect.poll(documents).toHaveLength(2);
  expect(await laptop.end()).toBe(0);
  expect(laptop.output()).not.toContain('outbox');
  expect(readdirSync(data)).not.toContain('first-start');

  const again = start(data);
  const { people } = await again.ready();
  expect(people).toEqual(demo.people);
  expect(countAll(database)).toEqual(demoCounts);
});

it('another engine is filled once, and the demo is kept with another data directory', async () => {
  const engine = await startDynamoDb({ dataDirectory: join(directory, 'engine') });
  try {
    const environment = { DYNAMODB_ENDPOINT: engine.endpoint };
    const first = start(undefined, environment);
    const demo = await first.ready();
    expect(countAll(engine.databaseFile)).toEqual(demoCounts);
    await first.end('SIGKILL');

    const next = start(join(directory, 'data'), environment);
    const found = await next.ready();
    const { baseUrl } = found;
    const elsewhere = { baseUrl, localUrl: baseUrl, servedAt: baseUrl };
    expect(found).toEqual({ ...demo, ...elsewhere });
    expect(await verify(found)).toEqual({ result: 'found_legal_entity', active: true });
    expect(await documentsOf(found)).toEqual([genuine(found)]);
    expect(await next.end()).toBe(0);
    expect({ ...countAll(engine.databaseFile), signingKeys: 6 }).toEqual(demoCounts);
  } finally {
    await engine.stop();
  }
});

it('only one of several starts fills a table', async () => {
  const engine = await startDynamoDb();
  const client = new DynamoDBClient({ ...localAws, endpoint: engine.endpoint });
  try {
    await createTable(client, 'registry');
    const claims = await Promise.all(
      [1, 2, 3].map(() => claimSeeding(client, 'registry', { state: 'empty' })),
    );
    expect(claims.toSorted()).toEqual([false, false, true]);
    const before = await readDemoState(client, 'registry');
    const takeovers = await Promise.all(
      [1, 2, 3].map(() => claimSeeding(client, 'registry', before)),
    );
    expect(takeovers.filter(Boolean)).toHaveLength(1);
  } finally {
    client.destroy();
    await engine.stop();
  }
});

it('a half-filled table is recreated only after the start that was filling it has ended', async () => {
  const engine = await startDynamoDb();
  const client = new DynamoDBClient({ ...localAws, endpoint: engine.endpoint });
  const put = (Item: Record<string, AttributeValue>) =>
    client.send(new PutItemCommand({ TableName: 'registry', Item }));
  const isFilledBy = (processId: number, since: number) =>
    put({
      pk: { S: 'LOCAL#DEMO' },
      sk: { S: 'LOCAL#DEMO' },
      value: { S: JSON.stringify({ state: 'seeding', host: hostname(), processId, since }) },
    });
  const prepare = () =>
    prepareTable(client, 'registry', { databaseFile: engine.databaseFile, wasCutOff: false });
  try {
    // Items that the start itself writes, such as keys, do not count as foreign data.
    expect(await prepare()).toEqual({ state: 'empty' });
    await put({ pk: { S: 'ENTITY#half' }, sk: { S: 'ENTITY' } });
    await isFilledBy(process.ppid, Date.now());
    await expect(prepare()).rejects.toThrow(
      'Another start is filling the table with the demo: wait until it is ready, or stop it and wait a minute.',
    );
    expect(count(engine.databaseFile, 'ENTITY#half', 'ENTITY')).toBe(1);

    await isFilledBy(999_999_999, Date.now());
    expect(await prepare()).toEqual({ state: 'empty' });
    expect(await readDemoState(client, 'registry')).toEqual({ state: 'empty' });
    // Another process may have the process id now.
    await isFilledBy(process.ppid, Date.now() - 61_000);
    await prepare();
    expect(await readDemoState(client, 'registry')).toEqual({ state: 'empty' });

    await put({ pk: { S: 'ENTITY#whole' }, sk: { S: 'ENTITY' } });
    await prepare();
    expect(await readDemoState(client, 'registry')).toEqual({ state: 'foreign' });
    expect(count(engine.databaseFile, 'ENTITY#whole', 'ENTITY')).toBe(1);
  } finally {
    client.destroy();
    await engine.stop();
  }
});
