import { toldKeys } from './domain/draft-of-change.ts';
import type { TableChange } from './domain/table-change.ts';

/** A condition on a text, as Lambda's event filtering writes it. */
type TextPattern = string | { readonly prefix: string };

/** Which changes of the table are told of: filters of the event source mapping. What is told of them `recordChanges` decides. */
export const toldChanges = [...Map.groupBy(toldKeys, ({ pk }) => pk)].map(([pk, rules]) => ({
  dynamodb: {
    Keys: {
      pk: { S: [{ prefix: pk }] },
      sk: { S: rules.map(({ sk }): TextPattern => (sk.endsWith('#') ? { prefix: sk } : sk)) },
    },
  },
}));

/** The same filters, carried out. */
export function isToldChange(record: {
  readonly dynamodb?:
    | { readonly Keys?: Readonly<Record<string, { S?: string }>> | undefined }
    | undefined;
}): boolean {
  const { pk: { S: pk = '' } = {}, sk: { S: sk = '' } = {} } = record.dynamodb?.Keys ?? {};
  return isToldKey({ pk, sk } satisfies Pick<TableChange, 'pk' | 'sk'>);
}

/** Whether changes of this item are told of. */
export function isToldKey({ pk, sk }: Pick<TableChange, 'pk' | 'sk'>): boolean {
  return toldKeys.some(
    (told) =>
      pk.startsWith(told.pk) && (told.sk.endsWith('#') ? sk.startsWith(told.sk) : sk === told.sk),
  );
}
