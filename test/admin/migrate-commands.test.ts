import { expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();

const admin = (line: string) => runInShell({ url: world.baseUrl }, line);
/** The command's output with `--json`. */
const data = async (line: string) => JSON.parse((await admin(`${line} --json`)).out).data;
const name = 'registry-lists';

it('a migration can be planned, run, paused and watched from the command line', async () => {
  const listed = await admin('migrate list');
  expect(listed.out).toContain(name);
  expect(await data(`migrate list --name ${name}`)).toMatchObject([{ name, state: null }]);

  const early = await admin(`migrate run ${name}`);
  expect(early).toMatchObject({ exitCode: 1 });
  expect(early.err).toContain('Plan it first');

  expect(await data(`migrate plan ${name} --rate 400`)).toMatchObject({
    state: 'planned',
    run: { dry: true, rate: 400 },
  });
  await world.settle();
  expect(await data(`migrate status --name ${name}`)).toMatchObject([
    { state: 'finished', dryRun: { needed: 0, samples: [] } },
  ]);
  expect(await data(`migrate run ${name}`)).toMatchObject({ run: { dry: false, rate: 200 } });
  expect(await data(`migrate pause ${name}`)).toMatchObject({ state: 'paused' });
  expect(await data(`migrate run ${name} --without-dry-run`)).toMatchObject({ state: 'planned' });
  await world.settle();
  const [{ run }] = await data(`migrate status --name ${name}`);
  expect(run).toMatchObject({ segments: 1, segmentsDone: 1, changed: 0, failure: null });
});
