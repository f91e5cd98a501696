import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readmeFile, withEndpoints } from '../../bin/readme.ts';
import { routes } from '../../shared/service/route-table.ts';

const readme = readFileSync(readmeFile, 'utf8');

describe('README.md', () => {
  it('lists the endpoints as the route table has them; `npx node bin/readme.ts` writes it anew', () => {
    expect(readme).toBe(withEndpoints(readme));
  });

  it('has every row once', () => {
    const rows = readme.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|/gm);
    const listed = Array.from(rows, ([, row]) => row);
    expect(listed.toSorted()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it('is not written where the place for the list is missing', () => {
    expect(() => withEndpoints('# Registry')).toThrow('README.md needs');
  });
});
