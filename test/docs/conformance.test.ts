import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync('docs/conformance.md', 'utf8');
const named = [...text.matchAll(/`(test\/[\w/.-]+\.test\.ts)`: ([^|\n]+?) \|/g)].map(
  ([, file = '', title = '']) => ({ file, title }),
);

it('docs/conformance.md names tests that there are', () => {
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(({ file, title }) => {
    const found = readFileSync(file, 'utf8');
    return ![`'${title}'`, `"${title}"`].some((quoted) => found.includes(quoted));
  });
  expect(missing).toEqual([]);
});
