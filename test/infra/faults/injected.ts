import { beforeAll, describe, expect, it } from 'vitest';
import { inject, isEffective } from '../../support/faults.ts';
import { faults } from './list.ts';

// Runs the tests that must detect a fault, once for each fault, with it injected:
// test/infra/faults.all.test.ts runs this and expects failures.

for (const fault of faults) {
  describe(fault.name, async () => {
    // Templates are read in tests and when the tests below are collected, which is after this
    // function and before the next one.
    inject(fault);
    beforeAll(() => inject(fault));
    const file = `../../${fault.noticedBy}`;
    const ending = fault.noticedBy === 'admin/workflows' ? '.test.ts' : '.all.test.ts';
    // Another address, so that it is read again.
    await import(/* @vite-ignore */ `${file}${ending}?fault=${faults.indexOf(fault)}`);
    it('fault-has-changed-something', () => expect(isEffective(fault)).toBe(true));
  });
}
