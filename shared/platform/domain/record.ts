import { canonicalJson } from '../../kernel/domain/canonical-json.ts';
import { type Change, type Fact, factOf, type Image } from './fact.ts';

/** One line of a packet. */
export type EvidenceRecord =
  | { readonly kind: 'entry'; readonly entry: Image }
  | ({ readonly kind: 'fact' } & Fact)
  /** Somebody changed or removed an entry of the trail, which nothing of the service does. */
  | {
      readonly kind: 'tampering';
      readonly pk: string;
      readonly sk: string;
      readonly at: string;
      readonly entry: Image;
    }
  /** What could not be read as the stream gave it: it is kept rather than lost. */
  | { readonly kind: 'unread'; readonly raw: string };

const trailPrefix = 'AUDIT#';
/** The same entries on the lists of filters. */
const copies = ['AUDIT#ACTION#', 'AUDIT#ACTOR#'];

/** Where entries of the trail lie. */
export const trailPartitions = trailPrefix;

const entryFields = ['id', 'at', 'actor', 'action', 'subject', 'outcome', 'details'];

/** The entry without the keys that file it, and without the call that caused it: that says nothing of what was done. */
export function entryOf(item: Image): Image {
  return Object.fromEntries(
    entryFields.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  );
}

/** What is copied of a change of the table; undefined: nothing. */
export function recordOf(change: Change): EvidenceRecord | undefined {
  const { pk, sk, before, after, at } = change;
  if (!pk.startsWith(trailPrefix)) {
    const fact = factOf(change);
    return fact && { kind: 'fact', ...fact };
  }
  if (copies.some((prefix) => pk.startsWith(prefix))) return undefined;
  if (before === undefined) return after && { kind: 'entry', entry: entryOf(after) };
  // Filing entries anew leaves them what they are.
  if (after !== undefined && canonicalJson(entryOf(before)) === canonicalJson(entryOf(after)))
    return;
  return { kind: 'tampering', pk, sk, at, entry: entryOf(before) };
}
