import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import { guideFiles } from '../../bin/guides/order.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { redeem } from '../../shared/payments/domain/voucher.ts';
import { entityPeriods, isActive } from '../../shared/people/domain/residency.ts';
import { createRegistryIndex } from '../../shared/registry/domain/registry-index.ts';
import { violations } from '../../shared/web/http/violations.ts';
import { root } from '../support/documents.ts';

z.config(english());

/** Choices of docs/contract-notes that no other test covers. */
describe('docs/contract-notes', () => {
  it('is not linked from any served page', () => {
    const linking = guideFiles.filter(({ file }) =>
      readFileSync(root + file, 'utf8').includes('contract-notes'),
    );
    expect(linking).toEqual([]);
  });

  it('violations use the names of zod 3 and do not repeat input', () => {
    const schema = z.object({ option: z.enum(['llc', 'corp']), email: z.email() });
    const input = { option: 'secret', email: 'secret' };
    expect(violations(z.safeParse(schema, input).error?.issues ?? [], input)).toEqual([
      {
        code: 'invalid_enum_value',
        expected: '"llc" | "corp"',
        received: 'string',
        path: ['option'],
        message: 'Invalid option: expected one of "llc"|"corp"',
      },
      {
        code: 'invalid_string',
        expected: 'email',
        received: 'string',
        path: ['email'],
        message: 'Invalid email address',
      },
    ]);
  });

  it('a 401 names the expected scheme', () => {
    const challenge = { headers: { 'www-authenticate': 'Bearer' } };
    expect(apiErrors.missingApiKey().extras).toMatchObject(challenge);
    expect(apiErrors.invalidApiKey().extras).toMatchObject(challenge);
  });

  it('a search ignores the legal ending', () => {
    const acme = { id: '1', name: 'Acme', extension: 'LLC', residentPermitNumber: null };
    const index = createRegistryIndex();
    index.apply([{ ...acme, version: 1 }]);
    expect(index.search('llc')).toEqual({ results: [], truncated: false });
    expect(index.search('acme').results).toHaveLength(1);
  });

  it('an entity whose residency ends before it begins is never active', () => {
    const residency = {
      effectiveDate: '2026-02-01T00:00:00.000Z',
      terminationDate: '2026-01-01T00:00:00.000Z',
    };
    const periods = entityPeriods({ residency, dissolutionDate: null });
    const instants = ['2025-12-31', '2026-01-01', '2026-01-15', '2026-02-01', '2027-01-01'];
    const active = instants.filter((day) =>
      periods.some((period) => isActive(period, `${day}T00:00:00.000Z`)),
    );
    expect(active).toEqual([]);
  });

  it('a voucher that was redeemed before it expired is shown as redeemed', () => {
    const subject = { type: 'legal_entity_application', id: '1' } as const;
    const voucher = {
      kind: 'full',
      value: null,
      currency: null,
      products: [],
      expiresAt: '2026-01-01T00:00:00.000Z',
      redeemedAt: '2025-12-01T00:00:00.000Z',
      redeemedFor: subject,
    } as const;
    const invoice = { amountCents: 1, currency: 'USD', subject };
    expect(redeem(voucher, invoice, '2026-06-01T00:00:00.000Z')).toEqual({
      ok: false,
      reason: 'already_redeemed',
    });
  });
});
