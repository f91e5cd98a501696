import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { RequestBody } from './dynamodb-proxy.ts';
import { placesOf } from './places-of.ts';

/** Items that functions wrote without adding them to the operators' lists where they belong. */
export function openListWatch() {
  const found = new Set<string>();
  return {
    see(operation: string, { TransactItems, ...body }: RequestBody): void {
      const parts: unknown[] =
        operation === 'TransactWriteItems' && Array.isArray(TransactItems)
          ? TransactItems.flatMap((item) => Object.values(Object(item)))
          : [body];
      for (const part of parts) {
        const { Item, Key, UpdateExpression } = Object(part);
        if (Item !== undefined) {
          const item = unmarshall(Item);
          for (const [field, place] of Object.entries(placesOf(item) ?? {}))
            if (item[field] !== place) found.add(`${kindOf(item)} is not on its list (${field})`);
        }
        // Attributes that determine an item's lists are removed only with the whole item.
        const moves = /\b(statusId|dissolutionDate)\s*=/.test(String(UpdateExpression ?? ''));
        if (moves && /^(ENTITY|INVOICE)#/.test(String(Key?.pk?.S)))
          found.add(`${kindOf({ sk: Key.sk?.S })} is moved by an expression`);
      }
    },
    /** The error of a world when it stops. */
    complaints: (): readonly string[] => [...found],
  };
}

function kindOf({ sk }: Readonly<Record<string, unknown>>): string {
  return String(sk).replace(/#.*/s, '');
}
