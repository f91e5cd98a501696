import { describe, expect, it } from 'vitest';
import { column, dateColumn, idColumn } from '../../admin/column.ts';
import { showRecord } from '../../admin/show-record.ts';
import { showTable } from '../../admin/show-table.ts';
import { showValue } from '../../admin/show-value.ts';
import { startRecordingServer } from './recording-server.ts';
import { runInShell } from './shell.ts';

const plain = { style: (_: string, text: string) => text };
const id = '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f';
const columns = [
  idColumn('Id', 'id'),
  column('Name', 'name'),
  column('Note', 'note', { spare: true }),
  dateColumn('Created', 'createdAt'),
];
const row = {
  id,
  name: 'Analytical Engines of the Harbour District',
  note: 'of note',
  createdAt: '2026-03-01T12:34:56.789Z',
};

describe('a table', () => {
  it('is as wide as needed if the output is not a terminal', () => {
    expect(showTable(columns, [row, { id: 'x' }], { ...plain, width: null })).toBe(
      `Id                                    Name                                        Note     Created
${id}  Analytical Engines of the Harbour District  of note  2026-03-01 12:34Z
x                                     -                                           -        -
`,
    );
  });

  it('omits optional columns and shortens others to fit, but keeps ids and dates complete', () => {
    expect(showTable(columns, [row], { ...plain, width: 78 })).toBe(
      `Id                                    Name                   Created
${id}  Analytical Engines o…  2026-03-01 12:34Z
`,
    );
  });

  it('becomes lists if it is much too wide for the terminal', () => {
    expect(showTable(columns, [row, { id: 'x' }], { ...plain, width: 50 })).toBe(
      `Id          ${id}
Name        Analytical Engines of the Harbour District
Note        of note
Created at  2026-03-01 12:34:56Z

Id  x
`,
    );
  });

  it('stays aligned next to characters that are two columns wide', () => {
    const rows = [
      { id: '1', name: '港の会社' },
      { id: '2', name: 'Zoë' },
    ];
    const two = [column('Name', 'name'), idColumn('Id', 'id')];
    expect(showTable(two, rows, { ...plain, width: null })).toBe(
      'Name      Id\n港の会社  1\nZoë       2\n',
    );
  });
});

describe('a single object', () => {
  it('has a line for every field, including nested ones, and one line for an address', () => {
    expect(
      showRecord(
        {
          id,
          createdViaAPI: true,
          redeemedFor: null,
          scopes: ['openid', 'email'],
          residency: { residencyType: 'Resident', active: false },
          address: { line1: '1 Harbour Street', line2: null, city: 'Port Town' },
          representatives: [{ personId: 'a' }, { personId: 'b' }],
          limits: [],
        },
        plain,
      ),
    ).toBe(`Id                ${id}
Created via API   yes
Redeemed for      -
Scopes            openid, email
Residency type    Resident
Residency active  no
Address           1 Harbour Street, Port Town
Representatives   a
                  b
Limits            -
`);
  });

  it("can't contain text that moves the cursor or reverses the line", () => {
    expect(showValue('a\u001b[2Jb\u202ec\nd')).toBe('a\uFFFD[2Jb\uFFFDc\uFFFDd');
  });
});

describe('lists', () => {
  const pages = new Map([
    [null, { data: [{ code: 'A' }], pagination: { limit: 1, nextCursor: 'two' } }],
    ['two', { data: [{ code: 'B' }], pagination: { limit: 1, nextCursor: null } }],
  ]);
  async function run(line: string) {
    const server = await startRecordingServer(({ target }) => ({
      body: pages.get(new URL(target, 'http://localhost').searchParams.get('cursor')),
    }));
    const outcome = await runInShell({ url: server.url }, line);
    await server.stop();
    return { ...outcome, asked: server.requests.map(({ target }) => target.split('?')[1]) };
  }

  it('explain on standard error how to continue if there is more', async () => {
    expect(await run('vouchers list --limit 1')).toEqual({
      exitCode: 0,
      out: 'Code  Kind  Value  Products  Expires  Redeemed\nA     -     -      -         -        -\n',
      err: '\nThere are more: use --cursor two for the next page, or --all.\n',
      asked: ['limit=1'],
    });
  });

  it('follow every cursor with --all', async () => {
    const { exitCode, out, err, asked } = await run('vouchers list --all --json');
    expect({ exitCode, out: JSON.parse(out), err, asked }).toEqual({
      exitCode: 0,
      out: { data: [{ code: 'A' }, { code: 'B' }], pagination: { limit: 1, nextCursor: null } },
      err: '',
      asked: ['limit=100', 'limit=100&cursor=two'],
    });
  });

  it('print the answer unchanged with --json', async () => {
    const { out } = await run('vouchers list --json --cursor two');
    expect(JSON.parse(out)).toEqual(pages.get('two'));
  });
});

describe('a secret', () => {
  it('is shown with advice on standard error to store it', async () => {
    const server = await startRecordingServer(() => ({ body: { data: { id, key: 'sk-x' } } }));
    const outcome = await runInShell({ url: server.url }, `keys issue ${id} --kind standard`);
    await server.stop();
    expect(outcome).toEqual({
      exitCode: 0,
      out: `Id   ${id}\nKey  sk-x\n`,
      err: '\nShown once. Store it now.\n',
    });
  });

  it('is shown without advice if it is empty, as for a public client', async () => {
    const server = await startRecordingServer(() => ({ body: { data: { clientSecret: null } } }));
    const line = 'clients create --name Device --redirect-uris none --scopes openid --public';
    const outcome = await runInShell({ url: server.url }, line);
    await server.stop();
    expect(outcome).toEqual({ exitCode: 0, out: 'Client secret  -\n', err: '' });
  });
});
