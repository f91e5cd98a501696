import { canonicalJson } from '../../kernel/domain/same-value.ts';
import { type Change, type Fact, factOf, type Image, watched } from './fact.ts';
import { heartbeatPartition } from './heartbeat.ts';

/** One line of a packet. */
export type EvidenceRecord =
  | { readonly kind: 'entry'; readonly entry: Image }
  | ({ readonly kind: 'fact' } & Fact)
  /** An entry of the audit trail was changed or removed, which the service never does. */
  | {
      readonly kind: 'tampering';
      readonly pk: string;
      readonly sk: string;
      readonly at: string;
      readonly entry: Image;
    }
  /** A change that could not be read. It is kept instead of lost. */
  | { readonly kind: 'unread'; readonly raw: string };

const trailPrefix = 'AUDIT#';
/** Copies of the same entries, for filters. */
const copies = ['AUDIT#ACTION#', 'AUDIT#ACTOR#'];

const trailPartitions = trailPrefix;

const entryFields = ['id', 'at', 'actor', 'action', 'subject', 'outcome', 'details'];

/** The entry without the keys that file it and without the API call that caused it, which is no part of the act. */
export function entryOf(item: Image): Image {
  return Object.fromEntries(
    entryFields.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  );
}

/** What a change of the table leaves in the copies, or undefined for nothing. */
export function recordOf(change: Change): EvidenceRecord | undefined {
  const { pk, sk, before, after, at } = change;
  if (!pk.startsWith(trailPrefix)) {
    const fact = factOf(change);
    return fact && { kind: 'fact', ...fact };
  }
  if (copies.some((prefix) => pk.startsWith(prefix))) return undefined;
  if (before === undefined) return after && { kind: 'entry', entry: entryOf(after) };
  // Storing the entries under other keys does not change them.
  if (after !== undefined && canonicalJson(entryOf(before)) === canonicalJson(entryOf(after)))
    return;
  return { kind: 'tampering', pk, sk, at, entry: entryOf(before) };
}

/** A UTC day, as `2026-11-22`. */
export type Day = string;

export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

export function dayAfter(day: Day, days = 1): Day {
  return dayOf(new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 86_400_000));
}

/** Whether a text is a valid day. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && dayOf(new Date(time)) === text;
}

/** The days of a range, including the first and the last. */
export function daysBetween(first: Day, last: Day): readonly Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/**
 * The last day to which no copier can still write: a copier that began before midnight ends within a minute, and its
 * clock may be a little slow.
 */
export function lastClosedDay(now: Date): Day {
  return dayAfter(dayOf(new Date(now.getTime() - closingMilliseconds)), -1);
}

const closingMilliseconds = 600_000;

/** A condition on a text, in the syntax of Lambda's event filtering. */
type TextPattern = string | { readonly prefix: string };

/** Filters of the copier's event source mapping. The copier ignores other changes that pass them. */
export const changeFilters = [
  keysMatching([...[trailPartitions, ...watched.partitions].map(prefix), heartbeatPartition]),
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

/** Log message for an audit entry that was changed or removed outside the service: an alarm counts it. */
export const isTampered = 'an audit entry was changed';
