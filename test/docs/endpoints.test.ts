import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpointsFile, withEndpoints } from '../../bin/endpoints.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

const page = readFileSync(endpointsFile, 'utf8');

describe('docs/endpoints.md', () => {
  it('lists the endpoints as the route table has them; `npm run generate` writes it again', () => {
    expect(page).toBe(withEndpoints(page));
  });

  it('has every row once', () => {
    const rows = page.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|/gm);
    const listed = Array.from(rows, ([, row]) => row);
    expect(listed.toSorted()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it('is not written where the place for the list is missing', () => {
    expect(() => withEndpoints('# Registry')).toThrow('docs/endpoints.md needs');
  });
});
