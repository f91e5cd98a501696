import { watched } from './fact.ts';
import { trailPartitions } from './record.ts';

/** A condition on a text, as Lambda's event filtering writes it. */
type TextPattern = string | { readonly prefix: string };

/** Which changes of the table the copier is called for: filters of its event source mapping. It leaves aside what else they let through. */
export const changeFilters = [
  keysMatching([trailPartitions, ...watched.partitions].map(prefix)),
  keysMatching(
    watched.owners.map(prefix),
    watched.items.map((sk) => (sk.endsWith('#') ? prefix(sk) : sk)),
  ),
] as const;

function keysMatching(pk: readonly TextPattern[], sk?: readonly TextPattern[]) {
  return { dynamodb: { Keys: { pk: { S: pk }, ...(sk && { sk: { S: sk } }) } } };
}

function prefix(text: string): TextPattern {
  return { prefix: text };
}

/** The same filters, carried out. */
export function isWatchedChange(record: {
  readonly dynamodb?:
    | { readonly Keys?: Readonly<Record<string, { S?: string }>> | undefined }
    | undefined;
}): boolean {
  const keys = record.dynamodb?.Keys;
  const isOneOf = (patterns: readonly TextPattern[], text = '') =>
    patterns.some((pattern) =>
      typeof pattern === 'string' ? text === pattern : text.startsWith(pattern.prefix),
    );
  return changeFilters.some(({ dynamodb: { Keys: wanted } }) =>
    Object.entries(wanted).every(([name, pattern]) => isOneOf(pattern.S, keys?.[name]?.S)),
  );
}
