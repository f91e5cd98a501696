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
 * The keys of every item in the table; docs/table.md describes them. Keys of one topic are in
 * separate files in this folder.
 */
export const keys = {
  ...personKeys,
  ...entityKeys,
  ...caseKeys,
  ...paymentKeys,
  ...clientKeys,
  ...trailKeys,
  /** The latest comparison of keys with API Gateway. */
  gatewayRun: () => ({ pk: 'GATEWAY_RUN', sk: 'GATEWAY_RUN' }),
  /** The latest run of a migration, with the progress of each segment. */
  migrationRun: (name: string) => ({ pk: `MIGRATION#${name}`, sk: 'RUN' }),
  migrationSegment: (name: string, index: number) => ({
    pk: `MIGRATION#${name}`,
    sk: `SEGMENT#${index}`,
  }),
  /**
   * The attempts of an email or network address, hashed with the window so that windows can't be
   * linked.
   */
  attempts: (kind: string, subject: string, windowStart: string) => ({
    pk: `ATTEMPTS#${kind}#${digest(`${windowStart} ${foldCase(subject.trim())}`)}`,
    sk: 'ATTEMPTS',
  }),
  /** An address with a bounce or a complaint. */
  mailAddress: (email: string) => ({
    pk: `MAIL_ADDRESS#${digest(textKey(email))}`,
    sk: 'MAIL_ADDRESS',
  }),
  /** An email about an event that one recipient was sent; `recipient` is not an address. */
  sentEmail: (eventId: string, recipient: string) => ({
    pk: `SENT_EMAIL#${digest(`${eventId} ${recipient}`)}`,
    sk: 'SENT_EMAIL',
  }),
  /**
   * A request that a second operator must approve; open requests are also stored under their own
   * key.
   */
  operatorApproval: (id: string) => ({
    pk: `OPERATOR_APPROVAL#${id}`,
    sk: 'OPERATOR_APPROVAL',
  }),
  requestedOperation: (id: string) => ({ pk: `OPERATOR_APPROVAL#${id}`, sk: 'REQUEST' }),
  /**
   * An imported record of a previous register, by the id it had there, which may be personal data.
   */
  importedRecord: (batch: string, kind: string, sourceId: string) => ({
    pk: `IMPORT#${batch}#${digest(`${kind} ${sourceId}`)}`,
    sk: 'IMPORT',
  }),
  /** The progress of erasing the files of decided cases. */
  retentionRun: () => ({ pk: 'RETENTION_RUN', sk: 'RETENTION_RUN' }),
  /** Orphaned files that will be deleted: there are few, and they are read together. */
  fileErasure: (id: string) => ({ pk: 'FILE_ERASURES', sk: `FILES#${id}` }),
  /**
   * A member of a list that operators page through, newest first. `count` is the number of shards
   * when it was added.
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
  /** Whether an event was delivered, and by which worker. */
  delivery: (eventId: string) => ({ pk: `DELIVERY#${eventId}`, sk: 'DELIVERY' }),
  /**
   * An event at its position in a feed; positions have twelve digits, so they sort as texts. `feed`
   * is made by `feeds` below.
   */
  feedEvent: (feed: string, position: string) => ({ pk: `FEED_EVENTS#${feed}`, sk: position }),
  /** The last position of a feed. */
  feed: (feed: string) => ({ pk: `FEED#${feed}`, sk: 'FEED' }),
  /** The number of webhook endpoints of a feed; stored next to its last position. */
  feedListeners: (feed: string) => ({ pk: `FEED#${feed}`, sk: 'LISTENERS' }),
  webhookEndpoint: (feed: string, id: string) => ({
    pk: `WEBHOOKS#${feed}`,
    sk: `ENDPOINT#${id}`,
  }),
  /** A webhook delivery, pending or made; its id begins with the event's position. */
  webhookDelivery: (endpointId: string, id: string) => ({
    pk: `WEBHOOK#${endpointId}`,
    sk: `DELIVERY#${id}`,
  }),
  /** Records that a delivery is due at an instant. */
  webhookDue: (endpointId: string, at: string, id: string) => ({
    pk: `WEBHOOK#${endpointId}`,
    sk: `DUE#${at}#${id}`,
  }),
  /** A change in a feed: stored once, even if the stream reports it several times. */
  feedClaim: (feed: string, changeId: string) => ({
    pk: `FEED_CLAIM#${digest(`${feed} ${changeId}`)}`,
    sk: 'FEED_CLAIM',
  }),
  /** `scope` is the digest of an `Idempotency-Key` with its sender and its operation. */
  effect: (scope: string) => ({ pk: `EFFECT#${scope}`, sk: 'EFFECT' }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;

/**
 * Lists that are stored in the table and not in an index, because a list must show what was just
 * written.
 */
export type Collection =
  | 'person'
  | 'voucher'
  | 'reserved_name'
  | 'mail_address'
  /** API keys with a gateway key: never more than API Gateway holds. */
  | 'gateway_key'
  | 'payment_case'
  | `payment_case#${'open' | 'taken' | 'closed'}`
  | 'mailbox_case'
  | 'mailbox_case#running'
  /** The mailbox cases of a person's account. */
  | `mailbox_case#of#${string}`
  | 'operator_approval'
  | `operator_approval#${'pending' | 'carried_out' | 'refused' | 'withdrawn' | 'expired'}`
  | 'review'
  | 'review_pending'
  /** Reviews of a type, a status, or both: `review#certificate_request#approved`. */
  | `review#${string}`
  /**
   * The reviewers' queue, by tab and type (`review_waiting#certificate_request`, `*` for any type),
   * and the cases assigned to a reviewer.
   */
  | `review_${'waiting' | 'answered' | 'awaiting_answer' | 'decided' | 'claimed'}#${string}`
  | 'visitor_pass';

/** The number of shards of a list; lists with few additions are not sharded. */
export function listShards(collection: Collection): number {
  // Payment cases are few.
  if (collection.startsWith('payment_case')) return 0;
  // Staff handle each of these manually, so additions are few.
  if (collection.startsWith('mailbox_case')) return 0;
  if (collection.startsWith('operator_approval')) return 0;
  // No user is assigned a thousand cases a second.
  if (collection.startsWith('review_claimed')) return 0;
  // API Gateway holds 10,000 keys and creates five a second.
  if (collection === 'gateway_key') return 0;
  return collection === 'reserved_name' || collection === 'mail_address' ? 0 : shards.listed;
}

/** The event feeds: one for each listener, and one for everyone who can search the registry. */
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
   * The stored response for retries of a request. `scope` is the digest of the key, its sender and
   * the operation.
   */
  idempotency: (scope: string) => `IDEMPOTENCY#${scope}`,
  /** In an index: the visitor pass applications of an address from a source. */
  visitorPassesOf: (email: string, source: string) =>
    `VISITOR_PASSES_OF#${digest(JSON.stringify([textKey(email), textKey(source)]))}`,
  /** In an index: webhook endpoints with pending deliveries, by their due time. */
  webhooksDue: (list: number) => `WEBHOOKS_DUE#${list}`,
  /**
   * In an index: the checkout sessions whose payment must be checked with the provider, by due
   * time.
   */
  paymentQuestions: (list: number) => `PAYMENT_CHECKS#${list}`,
  /** In an index: the payments that took effect on a UTC day (YYYY-MM-DD). */
  paymentsOfDay: (provider: string, day: string, list: number) =>
    `PAYMENTS#${provider}#${day}#${list}`,
  /** In an index: the sandbox payments of a UTC day. */
  sandboxStatement: (provider: string, day: string) => `SANDBOX_STATEMENT#${provider}#${day}`,
  /** In the indexes: items whose name or address part begins with these letters. */
  beginning: (found: string, letters: string) =>
    `PREFIXES#${digest(JSON.stringify([found, letters]))}`,
  /** In the indexes: the audit trail entries that match a filter. */
  auditFilter: auditFilterList,
} as const;
