import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorsFile, errorsPage } from '../../bin/errors.ts';
import { anchorOf } from '../../shared/kernel/domain/product.ts';
import { errorCodes, unexplainedCodes } from '../../shared/reference/openapi/error-codes.ts';
import { errorCases } from '../../shared/reference/openapi/error-responses.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const codes = errorCodes().flatMap((group) => group.codes);

/** Codes that rows of the route table name. */
const ofRows = new Set(
  routes.flatMap((row) => errorCases(row).flatMap(({ code }) => (code ? [code] : []))),
);

describe('docs/errors.md', () => {
  it('explains exactly the codes that errors and routes use', () => {
    expect(unexplainedCodes()).toEqual([]);
    expect(codes.filter(({ answers }) => answers.length === 0)).toEqual([]);
    const explained = new Set(codes.map(({ code }) => code));
    expect([...ofRows].filter((code) => !explained.has(code))).toEqual([]);
  });

  it('is up to date', () => {
    expect(readFileSync(errorsFile, 'utf8')).toBe(errorsPage());
  });

  it('has an anchor for each code, as does the served page', async () => {
    const anchors = codes.map(({ code }) => anchorOf(code));
    expect(new Set(anchors).size).toBe(anchors.length);
    const page = await fetch(`${world.baseUrl}/docs/errors`);
    const text = await page.text();
    const places = Array.from(text.matchAll(/<h3 id="([^"]+)"/g), ([, id]) => id);
    expect([page.status, places]).toEqual([200, anchors]);
  });
});

/**
 * Codes with several messages under one status: the contract words the same error differently by
 * route.
 */
const inSeveralWords: Readonly<Record<string, string>> = {
  'access_token.missing_scope 401': 'the message names the scope',
  'application.locked_by_payment 400': 'the message names the field',
  'application.not_draft 400': 'an LLC, a residency',
  'application.not_found 404': 'an LLC, a residency',
  'application.submission_failed 409': 'voucher, coupon',
  'filing.not_signed 400': 'the message names the step',
  'invoice.already_paid 400': 'an LLC, a filing, a residency',
  'invoice.not_open 400': 'an LLC, a filing, a residency',
  'rate_limit.exceeded 429': 'the message names the limits',
  'request.missing_parameter 400': 'the message names the parameter',
  'voucher_already_redeemed 400': 'voucher, coupon',
  'voucher_already_redeemed 409': 'voucher, coupon',
  'voucher_expired 400': 'voucher, coupon',
  'voucher_not_applicable 400': 'voucher, coupon',
  'voucher_not_found 400': 'voucher, coupon',
  'voucher_not_full_coverage 400': 'voucher, coupon',
};

describe('Errors', () => {
  const ofApi = routes
    .filter(({ path }) => path.startsWith('/api/v1'))
    .flatMap((row) => errorCases(row).map((error) => ({ ...error, id: row.operationId })));

  it('of /api/v1 all have a code', () => {
    expect(ofApi.length).toBeGreaterThan(500);
    expect(ofApi.filter(({ code }) => code === undefined)).toEqual([]);
  });

  it('have one message for each code and status, except the listed ones', () => {
    const texts = Map.groupBy(ofApi, ({ code, status }) => `${code} ${status}`);
    const differing = [...texts]
      .filter(([, errors]) => new Set(errors.map(({ error }) => error)).size > 1)
      .map(([name]) => name);
    expect(differing.toSorted()).toEqual(Object.keys(inSeveralWords).toSorted());
  });

  const files = globSync('{shared,functions}/**/*.ts').filter((file) => !file.includes('/errors/'));
  const withText = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(file, 'utf8')));

  it('are defined only in folders named errors', () => {
    expect(withText(/new ApiError\(/)).toEqual([]);
    expect(withText(/\{[^{}]*\bstatus: \d{3},[^{}]*\berror: ?\s*['"`]/)).toEqual([]);
    expect(withText(/\{[^{}]*\.\.\.\w*[eE]rrors\.\w+,[^{}]*\berror:/)).toEqual([]);
  });

  it('are thrown only through their definitions', () => {
    // Errors whose message has parameters return a definition.
    const families = globSync('shared/*/errors/*.ts').flatMap((file) =>
      Array.from(
        readFileSync(file, 'utf8').matchAll(/export const (\w+) = \([^)]*\) =>\s*defineError/g),
        ([, name]) => name,
      ),
    );
    expect(families.length).toBeGreaterThan(10);
    expect(withText(/throw \w+Errors\.\w+;/)).toEqual([]);
    expect(
      withText(new RegExp(`throw \\w+Errors\\.(?:${families.join('|')})\\([^()]*\\);`)),
    ).toEqual([]);
  });
});
