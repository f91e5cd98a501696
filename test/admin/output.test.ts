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
  it('is as wide as it needs to be where output is no terminal', () => {
    expect(showTable(columns, [row, { id: 'x' }], { ...plain, width: null })).toBe(
      `Id                                    Name                                        Note     Created
${id}  Analytical Engines of the Harbour District  of note  2026-03-01 12:34Z
x                                     -                                           -        -
`,
    );
  });

  it('leaves dispensable columns out and shortens the others; ids and dates stay whole', () => {
    expect(showTable(columns, [row], { ...plain, width: 78 })).toBe(
      `Id                                    Name                   Created
${id}  Analytical Engines o…  2026-03-01 12:34Z
`,
    );
  });

  it('becomes lists where it is too wide for the terminal by far', () => {
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

describe('one thing', () => {
  it('has a line for every field, those of fields included, and one for an address', () => {
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

  it("can't have people's own words move the cursor or turn the line around", () => {
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

  it('say how to continue where there is more; the table alone is on standard output', async () => {
    expect(await run('vouchers list --limit 1')).toEqual({
      exitCode: 0,
      out: 'Code  Kind  Value  Products  Expires  Redeemed\nA     -     -      -         -        -\n',
      err: '\nThere are more: --cursor two shows the next, --all shows all.\n',
      asked: ['limit=1'],
    });
  });

  it('with --all follow every cursor', async () => {
    const { exitCode, out, err, asked } = await run('vouchers list --all --json');
    expect({ exitCode, out: JSON.parse(out), err, asked }).toEqual({
      exitCode: 0,
      out: { data: [{ code: 'A' }, { code: 'B' }], pagination: { limit: 1, nextCursor: null } },
      err: '',
      asked: ['limit=100', 'limit=100&cursor=two'],
    });
  });

  it('with --json are the answer as it is', async () => {
    const { out } = await run('vouchers list --json --cursor two');
    expect(JSON.parse(out)).toEqual(pages.get('two'));
  });
});

describe('a secret', () => {
  it('is shown with the advice to store it, which is not on standard output', async () => {
    const server = await startRecordingServer(() => ({ body: { data: { id, key: 'sk-x' } } }));
    const outcome = await runInShell({ url: server.url }, `keys issue ${id} --kind standard`);
    await server.stop();
    expect(outcome).toEqual({
      exitCode: 0,
      out: `Id   ${id}\nKey  sk-x\n`,
      err: '\nShown once. Store it now.\n',
    });
  });

  it('that a public client does not have is not advised on', async () => {
    const server = await startRecordingServer(() => ({ body: { data: { clientSecret: null } } }));
    const line = 'clients create --name Device --redirect-uris none --scopes openid --public';
    const outcome = await runInShell({ url: server.url }, line);
    await server.stop();
    expect(outcome).toEqual({ exitCode: 0, out: 'Client secret  -\n', err: '' });
  });
});
