import { beforeAll, expect, it } from 'vitest';
import { ask } from '../support/operators.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
const { admin, one } = operatorOf(world);
const shell = (line: string) => runInShell({ url: world.baseUrl }, line);
const as = async (name: string, line: string) => shell(`${line} --as ${name}`);

beforeAll(() => ask(world, { vouchersAbove: 10_000, keys: true }));

/** Requests a voucher; resolves to the id of the pending approval. */
async function asked(code: string): Promise<string> {
  const line = `vouchers create --code ${code} --kind amount --value 50000`;
  const { exitCode, out, err } = await as('ada', line);
  const id = /approval ([0-9a-f-]{36})/.exec(err)?.[1] ?? '';
  expect({ exitCode, out, err }).toEqual({
    exitCode: 5,
    out: '',
    err: `error: Nothing was done yet: a second operator must approve it (approval ${id}).\nThey see it with \`approvals show ${id}\`, and approve it with \`approvals approve ${id}\`.\n`,
  });
  return id;
}

it('a second operator can see and approve a request, but not its author', async () => {
  const id = await asked('BY-TWO');
  expect(await one(`approvals show ${id}`)).toMatchObject({
    act: 'vouchers',
    request: { body: { code: 'BY-TWO', kind: 'amount', value: 50_000 } },
  });
  expect(await admin('approvals list --status pending')).toMatchObject([{ id }]);
  expect(await as('ada', `approvals approve ${id} --yes`)).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining(
      'You cannot approve your own request. Another operator must approve it.',
    ),
  });
  expect(await as('grace', `approvals approve ${id}`)).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('Confirm with --yes.'),
  });
  const declined = { url: world.baseUrl, answer: 'n' };
  expect(await runInShell(declined, `approvals approve ${id} --as grace`)).toMatchObject({
    exitCode: 1,
    out: '',
  });
  const { exitCode, out, err } = await as('grace', `approvals approve ${id} --yes`);
  expect(exitCode).toBe(0);
  expect(out).toContain('BY-TWO');
  expect(err).toContain('Approved and carried out.');
  expect(await one('vouchers show BY-TWO')).toMatchObject({ value: 50_000 });
  expect(await as('jean', `approvals approve ${id} --yes`)).toMatchObject({
    exitCode: 1,
    err: 'error: The approval is not pending: it is carried_out.\n',
  });
});

it('an issued key is shown to the operator who approves it', async () => {
  const { id: personId } = await one('persons create --email keys@people.example');
  const { err } = await as('ada', `keys issue ${personId} --kind standard`);
  const id = /approval ([0-9a-f-]{36})/.exec(err)?.[1];
  const approved = await as('grace', `approvals approve ${id} --yes --json`);
  expect(JSON.parse(approved.out)).toMatchObject({ data: { key: expect.stringMatching(/^sk-/) } });
});

it('a request can be refused by another operator, but withdrawn only by its author', async () => {
  const [first, second] = [await asked('REFUSE-1'), await asked('REFUSE-2')];
  expect(await one(`approvals refuse ${first}`)).toMatchObject({ status: 'refused' });
  expect(await as('grace', `approvals withdraw ${second}`)).toMatchObject({ exitCode: 1 });
  expect((await as('ada', `approvals withdraw ${second} --json`)).exitCode).toBe(0);
  expect(await one(`approvals show ${second}`)).toMatchObject({ status: 'withdrawn' });
});

it('--as is refused for a service on another machine', async () => {
  const { exitCode, err } = await runInShell(
    { url: 'https://abc.execute-api.eu-west-1.amazonaws.com/dev' },
    'approvals list --as grace',
  );
  expect({ exitCode, err }).toEqual({
    exitCode: 2,
    err: 'error: --as works only with a local service, and without --profile\n(see --help)\n',
  });
});
