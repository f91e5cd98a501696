import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getItem, type Table } from '../../shared/kernel/db/table.ts';
import { keptRecord, leaseTime } from '../../shared/web/http/idempotency.ts';
import { freshTable } from '../support/table.ts';

const now = new Date('2026-11-27T08:00:00.123Z');

/** As Powertools 2.35.0 wrote them, before the records were ours. */
const running = {
  pk: 'IDEMPOTENCY#digest',
  sk: '#LEGt7oWHKpiyUVRh824xv+HacCm75DdXQr4veUhi7zY=',
  ttl: 1_795_852_800,
  status: 'INPROGRESS',
  validation: 'PcTu9RDOye2hyjYQQugVK9YsRCiK8tnMRlzCF8OB+s0=',
  in_progress_expiration: now.getTime() + leaseTime,
};

const record = (table: Table, content = '{"a":1}') => keptRecord(table, 'digest', content);

/** What a repeat gets: its answer, or the refusal's code; null where it may run. */
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

describe('the record of a request', () => {
  it('is stored as released versions stored it', async () => {
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

  it('keeps repeats out while the request runs, then gives its answer, but never for another body', async () => {
    const table = await freshTable();
    const first = record(table);
    await first.begin();
    expect(await repeated(table)).toEqual([409, 'idempotency.in_progress']);
    expect(await repeated(table, '{}')).toEqual([409, 'idempotency.key_reused']);
    await first.keep('sealed');
    expect(await repeated(table)).toBe('sealed');
    expect(await repeated(table, '{}')).toEqual([409, 'idempotency.key_reused']);
  });

  it('makes way when it gives no sign of life, when its time is over, and when it is deleted', async () => {
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

  it('is prolonged by signs of life, until a repeat has taken its place', async () => {
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
