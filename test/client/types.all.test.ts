import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientTypes, typesFile } from '../../bin/client.ts';

it('the types of the client are as the description is; `npm run generate` writes them again', () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(clientTypes());
});
