import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpointsFile, withEndpoints } from '../../bin/endpoints.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

const page = readFileSync(endpointsFile, 'utf8');

describe('docs/endpoints.md', () => {
  it('is up to date with the route table', () => {
    expect(page).toBe(withEndpoints(page));
  });

  it('lists every route once', () => {
    const rows = page.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|/gm);
    const listed = Array.from(rows, ([, row]) => row);
    expect(listed.toSorted()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it('is not written without the marker for the list', () => {
    expect(() => withEndpoints('# Registry')).toThrow('docs/endpoints.md needs');
  });
});
