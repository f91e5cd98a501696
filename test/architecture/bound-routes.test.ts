import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { binderOf, oneOfEachKind } from '../support/route-kinds.ts';

/** What binds a row to its logic; each of them is `endpoint()` with something around it. */
const binders = {
  anyOperation: 'oauth/http/me-endpoint',
  approvedOperation: 'staff/deps/approved-operation',
  compressedOperation: 'web/http/compressed-operation',
  idempotentOperation: 'web/http/idempotency',
  meOperation: 'oauth/http/me-endpoint',
  oauthOperation: 'oauth/http/oauth-endpoint',
  operation: 'web/http/path-function',
  pageOperation: 'web/http/page-endpoint',
  portalOperation: 'web/http/portal-endpoint',
  staffOperation: 'staff/deps/staff-operation',
};

/**
 * Credentials, headers, limits, maintenance and what is said to a bad body are the binders' doing. Their suites try one
 * route of each kind (test/support/route-kinds.ts); this is why that is enough.
 */
describe('every route', () => {
  it('is bound by one of the binders', () => {
    const found = new Set(routes.map(binderOf));
    expect([...found].toSorted()).toEqual(Object.keys(binders));
  });

  it('gets its binder from where binders are, and no endpoint beside it', () => {
    for (const entry of new Set(routes.map((route) => route.entry))) {
      const source = readFileSync(entry, 'utf8');
      const used = new Set(routes.filter((route) => route.entry === entry).map(binderOf));
      for (const [name, file] of Object.entries(binders).filter(([each]) => used.has(each))) {
        const imported = new RegExp(
          `import \\{[^}]*\\b${name}\\b[^}]*\\} from '[./]*/shared/${file}\\.ts'`,
        );
        expect(source, entry).toMatch(imported);
      }
      expect(source, entry).not.toMatch(/\b(endpoint|pageEndpoint|portalEndpoint)\(/);
    }
  });

  it('is of a kind that has one which stands for all', () => {
    const chosen = oneOfEachKind(routes);
    expect(new Set(chosen.map(binderOf))).toEqual(new Set(Object.keys(binders)));
    const rules = (rows: typeof chosen) => new Set(rows.map(({ auth }) => auth.scheme));
    expect(rules(chosen)).toEqual(rules(routes));
    expect(oneOfEachKind(chosen)).toEqual(chosen);
  });
});
