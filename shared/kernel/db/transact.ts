import { randomUUID } from 'node:crypto';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Measure } from '../domain/metric.ts';
import type { Item, Table } from './table.ts';
import { cancellationReasons, whilePassing } from './table-error.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type WithoutTable<T> = T extends object ? Omit<T, 'TableName'> : never;

type Action =
  | { readonly put: WithoutTable<NonNullable<TransactItem['Put']>> }
  | { readonly update: WithoutTable<NonNullable<TransactItem['Update']>> }
  | { readonly remove: WithoutTable<NonNullable<TransactItem['Delete']>> }
  | { readonly check: WithoutTable<NonNullable<TransactItem['ConditionCheck']>> };

/**
 * One write of a transaction; the table's name and the failure item are added later. `refusal` says
 * what a failed condition means, given the item found, if any; `orElse` adds it.
 */
export type Write<Refusal = never> = Action & {
  readonly refusal?: (found: Item | undefined) => Refusal;
  /** Metrics to count once the transaction is written. */
  readonly measure?: Measure | undefined;
};

/**
 * Writes by name; the names only appear in logs. An undefined write is skipped. Spreading such a
 * record loses its type: a record of writes that is meant for a larger transaction, and whose
 * refusals have a meaning, needs a type that names its writes.
 */
export type Writes<Refusal = never> = Readonly<Record<string, Write<Refusal> | undefined>>;

/** What refusals of the writes mean. */
type RefusalOf<W> = W extends Writes<infer Refusal> ? Refusal : never;

export type Outcome<Refusal = never> = { readonly kind: 'written' } | Refused<Refusal>;

/** `refusal` is the meaning that the refused write has; undefined if it has none. */
interface Refused<Refusal = never> {
  readonly kind: 'refused';
  readonly refusal: Refusal | undefined;
  /** For an unexpected refusal: the error names the write in the log. */
  readonly error: Error;
}

const alongside = new WeakMap<Table, Writes<Error>>();

/**
 * The same table, whose transactions also include these writes. If one of them is refused,
 * `transact` throws its meaning, even if other writes were refused too. They are only written as
 * part of a transaction.
 */
export function tableWith(table: Table, writes: Writes<Error>): Table {
  const view = { ...table };
  alongside.set(view, { ...alongside.get(table), ...writes });
  return view;
}

/** Gives a write a meaning for its refusal, given the item found. */
export function orElse<const Refusal>(
  write: Write<unknown>,
  refusal: (found: Item | undefined) => Refusal,
): Write<Refusal>;
export function orElse<const Refusal>(
  write: Write<unknown> | undefined,
  refusal: (found: Item | undefined) => Refusal,
): Write<Refusal> | undefined;
export function orElse<const Refusal>(
  write: Write<unknown> | undefined,
  refusal: (found: Item | undefined) => Refusal,
): Write<Refusal> | undefined {
  return write && { ...write, refusal };
}

/** The writes with their refusals mapped by `meaning`, which gets undefined if a write has none. */
export function reworded<From, To>(
  writes: Writes<From>,
  meaning: (refusal: From | undefined) => To,
): Writes<To> {
  return Object.fromEntries(
    Object.entries(writes).map(([label, write]) => [
      label,
      orElse(write, (found) => meaning(write?.refusal?.(found))),
    ]),
  );
}

/**
 * Writes all or nothing. A failed condition is a result, not an exception. Metrics of the writes
 * are recorded once all are written.
 *
 * Conflicts with other transactions and throttling are retried with growing, jittered pauses. All
 * attempts have the same client token, so a transaction whose response was lost is not written
 * twice (the local engine has no tokens, so there is one attempt). Throws `TableBusyError` if
 * conflicts or throttling persist (nothing was written). Callers can't handle other errors:
 * malformed expressions, a lost connection, a timeout (it may have been written).
 */
export async function transact<W extends Writes<unknown>>(
  table: Table,
  writes: W,
): Promise<Outcome<RefusalOf<W>>> {
  const others = alongside.get(table) ?? {};
  // The additional writes come first because the first refusal decides.
  const requested = [...Object.entries(others), ...Object.entries(writes)].flatMap(
    ([label, write]) => (write === undefined ? [] : [{ label, write }]),
  );
  const items = requested.map(({ write }) => transactItem(table.name, write));
  const command = {
    TransactItems: items,
    ClientRequestToken: table.client.tokens ? randomUUID() : undefined,
  };
  return whilePassing(async () => {
    try {
      await table.client.call('TransactWriteItems', command);
      for (const { write } of requested) if (write.measure) table.measure?.(write.measure);
      return { kind: 'written' };
    } catch (error) {
      const reasons = cancellationReasons(error) ?? [];
      const refused = reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
      const one = requested[refused];
      if (one === undefined) throw error;
      // Exceptions contain items in DynamoDB's format.
      const item = reasons[refused]?.Item;
      const found = item && unmarshall(item);
      if (refused < countOf(others)) throw one.write.refusal?.(found) ?? error;
      // It is one of the functions from which the type is inferred.
      const refusal = one.write.refusal?.(found) as RefusalOf<W> | undefined;
      return { kind: 'refused', refusal, error: new Error(`refused by ${one.label}`) };
    }
  });
}

function countOf(writes: Writes<unknown>): number {
  return Object.values(writes).filter((write) => write !== undefined).length;
}

function transactItem(tableName: string, write: Write<unknown>): TransactItem {
  const shared = { TableName: tableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  if ('put' in write) return { Put: { ...shared, ...write.put } };
  if ('update' in write) return { Update: { ...shared, ...write.update } };
  if ('remove' in write) return { Delete: { ...shared, ...write.remove } };
  return { ConditionCheck: { ...shared, ...write.check } };
}

/** Puts an item that must not exist yet. */
export function create(item: Item): Write {
  return { put: { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } };
}

/** Puts an item and overwrites an existing one. */
export function put(item: Item): Write {
  return { put: { Item: { ...item } } };
}

/**
 * Replaces an item that was read before, unless it has changed since: the stored `version` must
 * equal that of `item`, and increases by one.
 */
export function replace(item: Item & { readonly version: number }): Write {
  return replaceBy('version', item, item.version);
}

/**
 * The same for an item that counts its writes in another field; `read` is the count that was read.
 */
export function replaceBy(counter: string, item: Item, read: number): Write {
  return {
    put: {
      Item: { ...item, [counter]: read + 1 },
      ConditionExpression: `${counter} = :read`,
      ExpressionAttributeValues: { ':read': read },
    },
  };
}
