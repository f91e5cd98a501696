import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { goldenVersion } from '../../golden/golden-address.ts';
import { lastingParts } from '../../support/lasting-resources.ts';

it('records the parts of the stacks that must not change', async () => {
  const parts = lastingParts();
  expect(Object.keys(parts.data)).not.toEqual([]);
  const file = new URL(`${goldenVersion}.json`, import.meta.url);
  await writeFile(file, `${JSON.stringify(parts, null, 2)}\n`);
});
