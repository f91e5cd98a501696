import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { runInShell } from '../admin/shell.ts';
import { type FormerRow, formerRegister, rpn } from '../support/former-register.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const folder = mkdtempSync(join(tmpdir(), 'import-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The number of items of the table by the prefixes of their keys. */
async function contents(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await world.table.client.call('Scan', {
      TableName: world.table.name,
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    for (const { pk, sk } of Items) {
      const name = [pk, sk].map((key) => String(key).replace(/#.*/, '')).join(' ');
      counts[name] = (counts[name] ?? 0) + 1;
    }
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return counts;
}

const shell = (line: string) => runInShell({ url: world.baseUrl }, line);
const exceptionsIn = (path: string) =>
  (
    parse(readFileSync(path), { columns: true }) as { row: string; code: string; field: string }[]
  ).map(({ row, code, field }) => ({ row: Number(row), code, field }));

/** A file of a previous register, with the exceptions expected for it. */
function aRegister(name: string, count: number, share: number) {
  const file = join(folder, `${name}.jsonl`);
  const rows: FormerRow[] = [...formerRegister(count, share, name)];
  writeFileSync(file, rows.map(({ line }) => `${line}\n`).join(''));
  const exceptions = rows.flatMap(({ errors }, index) =>
    errors.map((error) => ({ row: index + 1, ...error })),
  );
  const good = rows.filter(({ errors }) => errors.length === 0);
  const kinds = Map.groupBy(good, ({ line }) => String(JSON.parse(line).kind));
  const of = (kind: string) => kinds.get(kind)?.length ?? 0;
  return { file, exceptions, of, rows: rows.length };
}

it('import validate finds exactly the faulty rows of 2,000, and writes nothing', async () => {
  const { file, exceptions } = aRegister('dry', 2_000, 0.02);
  const before = await contents();
  const { exitCode, err } = await shell(`import validate ${file}`);
  expect(exceptionsIn(`${file}.exceptions.csv`)).toEqual(exceptions);
  expect(exceptions.length).toBeGreaterThan(20);
  expect({ exitCode, err: err.replace(/^\.+\n/, '') }).toEqual({
    exitCode: 1,
    err: `error: ${exceptions.length} rows were rejected: ${file}.exceptions.csv has the reasons.\n`,
  });
  expect(await contents()).toEqual(before);
});

it('import run imports valid rows once, even if killed twice, and then equals the file', async () => {
  const before = await contents();
  const { file, exceptions, of } = aRegister('killed', 200, 0.06);
  for (const transactions of [27, 67]) {
    const child = spawn(
      process.execPath,
      ['--no-warnings', 'bin/admin.ts', 'import', 'run', file],
      { env: { ...process.env, REGISTRY_URL: world.baseUrl }, stdio: 'ignore' },
    );
    let left = transactions;
    world.proxy.beforeNext(
      (_, operation) => {
        if (operation === 'TransactWriteItems') left -= 1;
        return left === 0;
      },
      async () => {
        child.kill('SIGKILL');
      },
    );
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
  }
  const { exitCode, out } = await shell(`import run ${file} --json`);
  expect(exitCode).toBe(1);
  const { outcomes } = JSON.parse(out);
  expect(outcomes['person same']).toBeGreaterThan(80);
  expect(exceptionsIn(`${file}.exceptions.csv`)).toEqual(exceptions);
  const after = await contents();
  const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect({
    persons: more('PERSON PERSON'),
    residencies: more('PERSON RESIDENCY'),
    entities: more('ENTITY ENTITY'),
    numbers: more('RPN RPN'),
    addresses: more('EMAIL EMAIL'),
    names: more('NAME NAME'),
  }).toEqual({
    persons: of('person'),
    residencies: of('residency'),
    entities: of('legal_entity'),
    numbers: of('person') + of('legal_entity'),
    addresses: of('person'),
    names: of('legal_entity'),
  });
  // A further run finds nothing left to do.
  const again = JSON.parse((await shell(`import run ${file} --json`)).out);
  expect(again.outcomes).toMatchObject({
    'legal_entity same': of('legal_entity'),
    'person same': of('person'),
    'residency same': of('residency'),
  });
  expect(await contents()).toEqual(after);
  const held = await shell(`import reconcile ${file} --json`);
  expect(held.exitCode).toBe(0);
  const { sums, counts, samples } = JSON.parse(held.out);
  for (const each of [...sums, ...counts]) expect(each.registry).toEqual(each.file);
  expect(samples).toHaveLength(10);
});

it('import reconcile reports what changed since the import', async () => {
  const { file } = aRegister('changed', 40, 0);
  // Its numbers and names would be those of the register before.
  const own = readFileSync(file, 'utf8')
    .replaceAll('former-', 'changed-')
    .replaceAll('Former Entity', 'Changed Entity')
    .replaceAll(/"(8|9)0{8}/g, '"$110000000');
  writeFileSync(file, own);
  expect((await shell(`import run ${file}`)).exitCode).toBe(0);
  const [person] = (
    (await world.admin('GET', '/persons?email=changed-3@people.example')).body as {
      data: { id: string }[];
    }
  ).data;
  await world.admin('PATCH', `/persons/${person?.id}`, { surname: 'Another' });
  const { exitCode, out } = await shell(`import reconcile ${file} --json`);
  expect(exitCode).toBe(1);
  const report = JSON.parse(out);
  expect(report.differences).toEqual([{ row: 4, kind: 'person', field: 'surname' }]);
  expect(
    report.sums.map((each: { file: string; registry: string }) => each.file === each.registry),
  ).toEqual([false, true, true]);
});

it('import run accepts CSV of one kind, with quotes, dotted names and lists', async () => {
  const people = join(folder, 'people.csv');
  const entities = join(folder, 'entities.csv');
  writeFileSync(
    people,
    '\uFEFFsourceId,email,surname,citizenships,address.line1,address.city,address.postalCode,address.country,residentPermitNumber\r\n' +
      `c1,csv-1@people.example,"O""Hara, the elder",HN;US,"1, Quay",Port,1,HN,${rpn('9', 900_001)}\r\n` +
      'c2,csv-2@people.example,Two,,,,,,\r\n' +
      'c3,csv-3@people.example\r\n' +
      'c4,no address,Four,,,,,,\r\n',
  );
  writeFileSync(
    entities,
    'sourceId,optionId,name,extension,registrationDate,representatives,createdViaAPI\n' +
      'e1,llc,Csv Works,LLC,2001-02-03,c1;c2,true\ne2,llc,Csv Other,LLC,2001-02-03,c4,yes\ne3,llc,Csv Third,LLC,2001-02-03,c4,\n',
  );
  await shell(`import run ${people} --kind person --batch csv`);
  expect(exceptionsIn(`${people}.exceptions.csv`)).toEqual([
    { row: 4, code: 'not_csv', field: '' },
    { row: 5, code: 'invalid_format', field: 'email' },
  ]);
  const { out } = await shell(`import run ${entities} --kind legal_entity --batch csv --json`);
  expect(JSON.parse(out).outcomes).toEqual({
    'legal_entity imported': 1,
    'legal_entity refused': 1,
  });
  expect(exceptionsIn(`${entities}.exceptions.csv`)).toEqual([
    { row: 3, code: 'invalid_type', field: 'createdViaAPI' },
    { row: 4, code: 'unknown_person', field: 'representatives.0.person' },
  ]);
  const { body } = await world.admin('GET', '/persons?email=csv-1@people.example');
  expect(body).toMatchObject({
    data: [
      {
        surname: 'O"Hara, the elder',
        citizenships: ['HN', 'US'],
        address: { line1: '1, Quay' },
        residentPermitNumber: rpn('9', 900_001),
      },
    ],
  });
});

it('import run uploads documents of any size to the bucket before their records', async () => {
  const file = join(folder, 'papers.jsonl');
  const large = Buffer.alloc(9_000_000, 'large ');
  writeFileSync(join(folder, 'deed.pdf'), large);
  const document = {
    kind: 'document',
    sourceId: 'd1',
    legalEntity: 'paper-entity',
    name: 'Deed',
    contentType: 'application/pdf',
    createdAt: '1999-01-02',
    file: 'deed.pdf',
  };
  const rows = [
    document,
    { ...document, sourceId: 'd2', file: 'nowhere.pdf' },
    { ...document, sourceId: 'd3', size: 7 },
    {
      kind: 'legal_entity',
      sourceId: 'paper-entity',
      optionId: 'llc',
      name: 'Paper Entity',
      extension: 'LLC',
      formationDate: '1999-01-01',
    },
  ];
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await shell(`import run ${file}`);
  expect(exceptionsIn(`${file}.exceptions.csv`)).toEqual([
    { row: 2, code: 'file_missing', field: 'file' },
    { row: 3, code: 'file_differs', field: 'size' },
  ]);
  const ada = await aResident(world);
  const found = await world.call('POST', '/api/v1/registries/legal_entities/search', {
    key: ada.standardKey,
    body: { query: 'Paper Entity' },
  });
  const [{ id = '' } = {}] = (found.body as { results: { id: string }[] }).results;
  await world.admin('PUT', `/legal_entities/${id}/representatives/${ada.id}`);
  const listed = await world.call('GET', `/api/v1/legal_entities/${id}/documents`, {
    key: ada.standardKey,
  });
  const [one] = (listed.body as { data: { name: string; fileUrl: string; createdAt: string }[] })
    .data;
  expect(one).toMatchObject({ name: 'Deed', createdAt: '1999-01-02T00:00:00.000Z' });
  const downloaded = Buffer.from(await (await fetch(String(one?.fileUrl))).arrayBuffer());
  expect(downloaded.equals(large)).toBe(true);
});

/** The result of `import validate` for a file with these bytes. */
async function validated(name: string, content: string | Buffer) {
  const file = join(folder, name);
  writeFileSync(file, content);
  const { exitCode, err } = await shell(`import validate ${file}`);
  const exceptions = exitCode === 1 ? exceptionsIn(`${file}.exceptions.csv`) : [];
  return { exitCode, err: err.replaceAll(`${file}: `, '').replace(/^\.+\n/, ''), exceptions };
}

const aPerson = (number: number, rest: object) =>
  JSON.stringify({
    kind: 'person',
    sourceId: `read-${number}`,
    email: `read-${number}@people.example`,
    ...rest,
  });

it('import validate ends lines at LF only, and excludes rows that are not UTF-8, with their numbers', async () => {
  const lines = [
    aPerson(1, { givenName: 'José' }),
    aPerson(2, { givenName: 'Jos\u2028é' }),
    aPerson(3, { givenName: 'Jos\u00e9' }),
    aPerson(4, { givenName: 'Jos\ufffd' }),
    aPerson(5, { givenName: 'Ana' }),
  ];
  const bytes = lines.map((line, index) =>
    Buffer.from(`${line}${index % 2 === 0 ? '\r\n' : '\n'}`, index === 2 ? 'latin1' : 'utf8'),
  );
  expect((await validated('latin.jsonl', Buffer.concat(bytes))).exceptions).toEqual([
    { row: 2, code: 'custom', field: 'givenName' },
    { row: 3, code: 'not_utf8', field: '' },
    { row: 4, code: 'custom', field: 'givenName' },
  ]);
  const csv = [
    'kind,sourceId,email,givenName',
    'person,bytes-1,bytes-1@people.example,Ana',
    'person,bytes-2,bytes-2@people.example,"Jos\u00e9\nMaría"',
    'person,bytes-3,bytes-3@people.example,Ana\u2028',
    '',
  ].join('\r\n');
  const said = await validated('latin.csv', Buffer.from(csv.replace('\u2028', ''), 'latin1'));
  expect(said.exceptions).toEqual([{ row: 4, code: 'not_utf8', field: '' }]);
  // Spreadsheets write a byte order mark with UTF-8 as "CSV UTF-8"; white space at the end is cut.
  expect((await validated('utf8.csv', `\ufeff${csv}`)).exceptions).toEqual([
    { row: 4, code: 'custom', field: 'givenName' },
  ]);
});

it('import validate refuses a CSV file if its columns could be mistaken', async () => {
  const refused = async (name: string, content: string | Buffer) => {
    const { exitCode, err } = await validated(name, content);
    return [exitCode, err.replace('\n(see --help)', '')];
  };
  const utf8 = 'Must be UTF-8: open the original and save it as UTF-8 (in Excel "CSV UTF-8")';
  expect(await refused('head.csv', Buffer.from('kind,sourceId,a\u00f1o\n', 'latin1'))).toEqual([
    2,
    `error: ${utf8}\n`,
  ]);
  expect(await refused('utf16.csv', Buffer.from('\ufeffkind,sourceId\n', 'utf16le'))).toEqual([
    2,
    `error: ${utf8}\n`,
  ]);
  expect(await refused('twice.csv', 'kind,email,surname,email\n')).toEqual([
    2,
    'error: Two columns are named "email"\n',
  ]);
  const separators = { ';': '";"', '\t': 'a tab', '|': '"|"' };
  for (const [separator, found] of Object.entries(separators)) {
    expect(await refused('other.csv', ['kind', 'email\nperson', 'x'].join(separator))).toEqual([
      2,
      `error: The cells must be separated by commas; the first line has ${found}\n`,
    ]);
  }
});
