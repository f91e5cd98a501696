import { beforeAll, expect, it } from 'vitest';
import { getItem } from '../../shared/kernel/db/table.ts';
import { create, orElse, put, transact } from '../../shared/kernel/db/transact.ts';
import { freshTable, type TestTable } from '../support/table.ts';

const a = { pk: 'a', sk: 'a' };
const b = { pk: 'b', sk: 'b' };
const c = { pk: 'c', sk: 'c' };

let table: TestTable;

beforeAll(async () => {
  table = await freshTable();
  await transact(table, {
    a: put({ ...a, text: 'first' }),
    b: orElse(undefined, () => 'not needed'),
  });
});

it('answers with the meaning of the first refused write, built from the existing item', async () => {
  const outcome = await transact(table, {
    c: create(c),
    a: orElse(create(a), (found) => ({ taken: found?.['text'] })),
    // The engine accepts an item only once in a transaction.
    b: orElse({ check: { Key: b, ConditionExpression: 'attribute_exists(pk)' } }, () => 'unknown'),
  });
  expect(outcome).toMatchObject({ kind: 'refused', refusal: { taken: 'first' } });
  expect(await getItem(table, c)).toBeUndefined();
});

it('answers undefined for a write without a meaning, and logs which write it was', async () => {
  const outcome = await transact(table, { c: orElse(create(c), () => 'taken'), a: create(a) });
  expect(outcome).toEqual({
    kind: 'refused',
    refusal: undefined,
    error: new Error('refused by a'),
  });
});

it('passes no item to the refusal if none existed', async () => {
  const missing = { check: { Key: b, ConditionExpression: 'attribute_exists(pk)' } };
  const outcome = await transact(table, { b: orElse(missing, (found) => found ?? 'no item') });
  expect(outcome).toMatchObject({ refusal: 'no item' });
});
