import { foldCase, textKey } from '../domain/fold-case.ts';
import { auditFilterList, caseKeys, trailKeys } from './case-keys.ts';
import { entityKeys, paymentKeys } from './entity-keys.ts';
import { digest, shardOf, shards } from './key-parts.ts';
import { clientKeys, personKeys } from './person-keys.ts';

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/**
 * Keys of every item in the table; docs/table.md describes them. Keys of one topic are in separate files next to this
 * one.
 */
export const keys = {
  ...personKeys,
  ...entityKeys,
  ...caseKeys,
  ...paymentKeys,
  ...clientKeys,
  ...trailKeys,
  /** The newest comparison of keys and API Gateway. */
  gatewayRun: () => ({ pk: 'GATEWAY_RUN', sk: 'GATEWAY_RUN' }),
  /** The newest run of a migration, and how far each of its segments is. */
  migrationRun: (name: string) => ({ pk: `MIGRATION#${name}`, sk: 'RUN' }),
  migrationSegment: (name: string, index: number) => ({
    pk: `MIGRATION#${name}`,
    sk: `SEGMENT#${index}`,
  }),
  /** Attempts of an email or network address: hashed with the window, so that no two windows can be linked. */
  attempts: (kind: string, subject: string, windowStart: string) => ({
    pk: `ATTEMPTS#${kind}#${digest(`${windowStart} ${foldCase(subject.trim())}`)}`,
    sk: 'ATTEMPTS',
  }),
  /** An address that email came back from, or whose reader complained. */
  mailAddress: (email: string) => ({
    pk: `MAIL_ADDRESS#${digest(textKey(email))}`,
    sk: 'MAIL_ADDRESS',
  }),
  /** An email of an event that one of its recipients has been sent; `recipient` is no address. */
  mailed: (eventId: string, recipient: string) => ({
    pk: `MAILED#${digest(`${eventId} ${recipient}`)}`,
    sk: 'MAILED',
  }),
  /** A request that a second operator must approve, and separately the request itself, until it is closed. */
  operatorApproval: (id: string) => ({
    pk: `OPERATOR_APPROVAL#${id}`,
    sk: 'OPERATOR_APPROVAL',
  }),
  askedRequest: (id: string) => ({ pk: `OPERATOR_APPROVAL#${id}`, sk: 'REQUEST' }),
  /** A record of a previous register that was imported; what that register calls it may be about a person. */
  importedRecord: (batch: string, kind: string, sourceId: string) => ({
    pk: `IMPORT#${batch}#${digest(`${kind} ${sourceId}`)}`,
    sk: 'IMPORT',
  }),
  /** The progress of erasing files of decided cases. */
  retentionRun: () => ({ pk: 'RETENTION_RUN', sk: 'RETENTION_RUN' }),
  /** Files that no item refers to, until they are deleted: few, and read as a whole. */
  fileErasure: (id: string) => ({ pk: 'FILE_ERASURES', sk: `FILES#${id}` }),
  /**
   * A member of a list that operators page through, newest first. `count`: over how many partitions the list was spread
   * when it was put there.
   */
  listed: (
    collection: Collection,
    createdAt: string,
    id: string,
    count: number = listShards(collection),
  ) => ({
    pk: shardOf(`LIST#${collection}`, count, id),
    sk: `${createdAt}#${id}`,
  }),
  event: (id: string) => ({ pk: `OUTBOX#${id}`, sk: 'EVENT' }),
  /** What became of an event: who delivers it, and that it was. */
  delivery: (eventId: string) => ({ pk: `DELIVERY#${eventId}`, sk: 'DELIVERY' }),
  /** An event at its place in a feed, whose twelve digits sort as texts; `feed` as `feeds` below makes it. */
  feedEvent: (feed: string, position: string) => ({ pk: `FEED_EVENTS#${feed}`, sk: position }),
  /** How far a feed has come. */
  feed: (feed: string) => ({ pk: `FEED#${feed}`, sk: 'FEED' }),
  /** How many addresses are notified of a feed's events; beside how far it has come. */
  feedListeners: (feed: string) => ({ pk: `FEED#${feed}`, sk: 'LISTENERS' }),
  /** An address that is notified of the events of a feed. */
  webhookEndpoint: (feed: string, id: string) => ({
    pk: `WEBHOOKS#${feed}`,
    sk: `ENDPOINT#${id}`,
  }),
  /** A notification that an address got, or must get; its id begins with the event's position. */
  webhookDelivery: (endpointId: string, id: string) => ({
    pk: `WEBHOOK#${endpointId}`,
    sk: `DELIVERY#${id}`,
  }),
  /** That a delivery is due at an instant. */
  webhookDue: (endpointId: string, at: string, id: string) => ({
    pk: `WEBHOOK#${endpointId}`,
    sk: `DUE#${at}#${id}`,
  }),
  /** A change in a feed: stored once, however often the stream reports it. */
  feedClaim: (feed: string, changeId: string) => ({
    pk: `FEED_CLAIM#${digest(`${feed} ${changeId}`)}`,
    sk: 'FEED_CLAIM',
  }),
  /** `scope` is the digest of an `Idempotency-Key` with its sender and its operation. */
  effect: (scope: string) => ({ pk: `EFFECT#${scope}`, sk: 'EFFECT' }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;

/** Lists that are kept in the table itself, not in an index, because a list must show what was just written. */
export type Collection =
  | 'person'
  | 'voucher'
  | 'reserved_name'
  | 'mail_address'
  /** Keys that have a gateway key: never more than API Gateway holds. */
  | 'gateway_key'
  | 'payment_case'
  | `payment_case#${'open' | 'taken' | 'closed'}`
  | 'mailbox_case'
  | 'mailbox_case#running'
  /** Those about the account of a person. */
  | `mailbox_case#of#${string}`
  | 'operator_approval'
  | `operator_approval#${'pending' | 'carried_out' | 'refused' | 'withdrawn' | 'expired'}`
  | 'review'
  | 'review_pending'
  /** Those of a type, those of a status, or those of both: `review#certificate_request#approved`. */
  | `review#${string}`
  /** The reviewers' queue, by tab and type (`review_waiting#certificate_request`, `*` for any); and what someone has claimed. */
  | `review_${'waiting' | 'answered' | 'asked' | 'decided' | 'claimed'}#${string}`
  | 'visitor_pass';

/** Over how many partitions a list is spread: those to which few things go are not. */
export function listShards(collection: Collection): number {
  // There are few differences about money.
  if (collection.startsWith('payment_case')) return 0;
  // Two people are at work on each.
  if (collection.startsWith('mailbox_case')) return 0;
  if (collection.startsWith('operator_approval')) return 0;
  // No user works on a thousand items in a second.
  if (collection.startsWith('review_claimed')) return 0;
  // API Gateway holds 10,000, and makes five in a second.
  if (collection === 'gateway_key') return 0;
  return collection === 'reserved_name' || collection === 'mail_address' ? 0 : shards.listed;
}

/** The feeds of events: one for each listener, and one for everyone who may search the registry. */
export const feeds = {
  person: (id: string) => `PERSON#${id}`,
  integration: (id: string) => `INTEGRATION#${id}`,
  registry: 'REGISTRY',
} as const;

/** Partitions that hold what belongs to one owner. */
export const partitions = {
  person: (id: string) => keys.person(id).pk,
  entity: (id: string) => keys.entity(id).pk,
  integration: (id: string) => keys.integration(id).pk,
  /**
   * The answer stored for retries of a request. `scope` is the digest of the key with its sender and operation.
   */
  idempotency: (scope: string) => `IDEMPOTENCY#${scope}`,
  /** In an index: the applications for visitor passes of an address, from a source. */
  visitorPassesOf: (email: string, source: string) =>
    `VISITOR_PASSES_OF#${digest(JSON.stringify([textKey(email), textKey(source)]))}`,
  /** In an index: the addresses that must be notified of something, by when. */
  webhooksDue: (list: number) => `WEBHOOKS_DUE#${list}`,
  /** In an index: the checkout sessions whose provider must be asked about a payment, by when. */
  paymentQuestions: (list: number) => `PAYMENT_QUESTIONS#${list}`,
  /** In an index: the payments that had their effect on a UTC day (YYYY-MM-DD). */
  paymentsOfDay: (provider: string, day: string, list: number) =>
    `PAYMENTS#${provider}#${day}#${list}`,
  /** In an index: what the sandbox was paid on a UTC day. */
  sandboxStatement: (provider: string, day: string) => `SANDBOX_STATEMENT#${provider}#${day}`,
  /** In the indexes: items whose name or part of an address begins with these letters. */
  beginning: (found: string, letters: string) =>
    `BEGINNINGS#${digest(JSON.stringify([found, letters]))}`,
  /** In the indexes: the entries of the audit trail that match a filter. */
  auditFilter: auditFilterList,
} as const;
