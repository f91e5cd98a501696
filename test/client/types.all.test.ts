import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientTypes, typesFile } from '../../bin/client.ts';

it('the client’s types match the API description; if not, run `npm run generate`', () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(clientTypes());
});
