import { canonicalJson } from '../../kernel/domain/same-value.ts';
import { type Change, type Fact, factOf, type Image, watched } from './fact.ts';
import { heartbeatPartition } from './heartbeat.ts';

/** One line of a packet. */
export type EvidenceRecord =
  | { readonly kind: 'entry'; readonly entry: Image }
  | ({ readonly kind: 'fact' } & Fact)
  /** Someone changed or removed an entry of the trail, which nothing of the service does. */
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
const trailPartitions = trailPrefix;

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
  // Filing entries again leaves them what they are.
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

/** Whether a text is a day that there is. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && dayOf(new Date(time)) === text;
}

/** The days from one to another, both included. */
export function daysBetween(first: Day, last: Day): readonly Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/**
 * The last day that nobody writes to now: a copier that began before midnight has ended after a minute, and its clock may be a
 * little slow.
 */
export function lastClosedDay(now: Date): Day {
  return dayAfter(dayOf(new Date(now.getTime() - closingMilliseconds)), -1);
}

const closingMilliseconds = 600_000;

/** A condition on a text, as Lambda's event filtering writes it. */
type TextPattern = string | { readonly prefix: string };

/** Filters of the copier's event source mapping. It ignores other changes that pass them. */
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
