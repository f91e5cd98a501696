import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getItem, type Table } from '../../shared/kernel/db/table.ts';
import { keptRecord, leaseTime } from '../../shared/web/http/idempotency.ts';
import { freshTable } from '../support/table.ts';

const now = new Date('2026-11-27T08:00:00.123Z');

/** The record as Powertools 2.35.0 wrote it, which earlier releases used. */
const running = {
  pk: 'IDEMPOTENCY#digest',
  sk: '#LEGt7oWHKpiyUVRh824xv+HacCm75DdXQr4veUhi7zY=',
  ttl: 1_795_852_800,
  status: 'INPROGRESS',
  validation: 'PcTu9RDOye2hyjYQQugVK9YsRCiK8tnMRlzCF8OB+s0=',
  in_progress_expiration: now.getTime() + leaseTime,
};

const record = (table: Table, content = '{"a":1}') => keptRecord(table, 'digest', content);

/** What a repeat gets: the stored answer, the error's status and code, or null if it may run. */
const repeated = (table: Table, content?: string) =>
  record(table, content)
    .begin()
    .catch(({ status, extras }) => [status, extras.code]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an idempotency record', () => {
  it('is stored in the format of earlier releases', async () => {
    const table = await freshTable();
    const stored = () => getItem(table, running);
    const first = record(table);
    expect(await first.begin()).toBeNull();
    expect(await stored()).toEqual(running);
    await first.keep('sealed');
    expect(await stored()).toEqual({ ...running, status: 'COMPLETED', data: 'sealed' });
    await first.forget();
    expect(await stored()).toBeUndefined();
  });

  it('refuses repeats while the request runs, then returns its answer, but never for another body', async () => {
    const table = await freshTable();
    const first = record(table);
    await first.begin();
    expect(await repeated(table)).toEqual([409, 'idempotency.in_progress']);
    expect(await repeated(table, '{}')).toEqual([409, 'idempotency.key_reused']);
    await first.keep('sealed');
    expect(await repeated(table)).toBe('sealed');
    expect(await repeated(table, '{}')).toEqual([409, 'idempotency.key_reused']);
  });

  it('lets a repeat run after the lease expired, after a day, or after it was deleted', async () => {
    const table = await freshTable();
    const taken = async () => (await repeated(table)) === null;
    expect([await taken(), await taken()]).toEqual([true, false]);
    vi.setSystemTime(now.getTime() + leaseTime + 1);
    expect([await taken(), await taken()]).toEqual([true, false]);
    await record(table).keep('sealed');
    vi.setSystemTime(now.getTime() + 60_000);
    expect(await taken()).toBe(false);
    vi.setSystemTime(now.getTime() + 86_500_000);
    expect([await taken(), await taken()]).toEqual([true, false]);
    await record(table).forget();
    expect(await taken()).toBe(true);
  });

  it('can be extended while it runs, until a repeat has replaced it', async () => {
    const table = await freshTable();
    const first = record(table);
    await first.begin();
    vi.setSystemTime(now.getTime() + leaseTime / 2);
    expect(await first.prolong()).toBe(true);
    vi.setSystemTime(now.getTime() + leaseTime + 1);
    expect(await repeated(table)).toEqual([409, 'idempotency.in_progress']);
    vi.setSystemTime(now.getTime() + leaseTime * 2);
    expect(await repeated(table)).toBeNull();
    expect(await first.prolong()).toBe(false);
  });
});
