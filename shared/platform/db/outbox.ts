import * as z from 'zod/mini';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { paymentResults } from '../../kernel/domain/payment.ts';
import { products } from '../../kernel/domain/product.ts';
import type { OutboxEvent, StoredEvent } from '../domain/outbox-event.ts';
import { eventItemWrite } from './event-item.ts';

const Mail = z.discriminatedUnion('template', [
  z.object({ template: z.literal('signature_link'), applicationId: z.string() }),
  z.object({ template: z.literal('agreement_signed'), applicationId: z.string() }),
  z.object({ template: z.literal('residency_agreement_signed'), applicationId: z.string() }),
  z.object({ template: z.literal('manifestation_signed'), personId: z.string() }),
  z.object({ template: z.literal('agent_payment'), applicationId: z.string(), keyId: z.string() }),
  z.object({ template: z.literal('receipt'), invoiceId: z.string() }),
  z.object({ template: z.literal('payment_unused'), caseId: z.string() }),
  z.object({ template: z.literal('account_deactivated'), personId: z.string(), at: z.string() }),
  z.object({ template: z.literal('submission_received'), reviewId: z.string() }),
  z.object({
    template: z.literal('application_unsigned'),
    applicationId: z.string(),
    at: z.string(),
  }),
  z.object({
    template: z.literal('amendment_unsigned'),
    filingId: z.string(),
    personId: z.string(),
    at: z.string(),
  }),
  z.object({ template: z.literal('application_approved'), applicationId: z.string() }),
  z.object({ template: z.literal('application_rejected'), applicationId: z.string() }),
  z.object({ template: z.literal('certificate_issued'), requestId: z.string() }),
  z.object({ template: z.literal('certificate_rejected'), requestId: z.string() }),
  z.object({
    template: z.literal('amendment_signed'),
    filingId: z.string(),
    signedAt: z.string(),
  }),
  z.object({
    template: z.literal('amendment_submitted'),
    filingId: z.string(),
    personId: z.string(),
    keyId: z.nullable(z.string()),
  }),
  z.object({
    template: z.enum(['representative_added', 'representative_removed']),
    entityId: z.string(),
    personId: z.string(),
    at: z.string(),
  }),
  z.object({ template: z.literal('amendment_approved'), filingId: z.string() }),
  z.object({ template: z.literal('amendment_rejected'), filingId: z.string() }),
  z.object({
    template: z.literal('claim_link'),
    applicationId: z.string(),
    linkSentAt: z.string(),
  }),
  z.object({ template: z.literal('holder_question'), applicationId: z.string() }),
  z.object({ template: z.literal('residency_approved'), applicationId: z.string() }),
  z.object({ template: z.literal('residency_rejected'), applicationId: z.string() }),
  z.object({
    template: z.literal('residency_ending'),
    personId: z.string(),
    residencyId: z.string(),
    endsAt: z.string(),
  }),
  z.object({
    template: z.literal('entity_residency_ending'),
    entityId: z.string(),
    endsAt: z.string(),
  }),
  z.object({
    template: z.literal('confirmation_wanted'),
    entityId: z.string(),
    year: z.int(),
  }),
  z.object({
    template: z.literal('annulled'),
    of: z.enum(['legal_entity', 'amendment', 'residency']),
    id: z.string(),
    personId: z.nullable(z.string()),
  }),
  z.object({
    template: z.literal('document_withdrawn'),
    entityId: z.string(),
    documentId: z.string(),
  }),
  z.object({ template: z.literal('visitor_pass_received'), visitorPassId: z.string() }),
  z.object({
    template: z.literal('upload_not_accepted'),
    objectKey: z.string(),
    scanId: z.string(),
    status: z.enum(['refused', 'unscannable']),
  }),
  z.object({ template: z.literal('review_waiting'), reviewId: z.string() }),
  z.object({ template: z.literal('reviews_waiting'), at: z.string() }),
  z.object({
    template: z.enum(['information_requested', 'residency_information_requested']),
    reviewId: z.string(),
    requestId: z.string(),
  }),
  z.object({
    template: z.literal('information_answered'),
    reviewId: z.string(),
    requestId: z.string(),
  }),
  z.object({
    template: z.literal('key_made'),
    personId: z.string(),
    keyId: z.string(),
    byOperator: z.boolean(),
    replaces: z.nullable(z.string()),
  }),
  z.object({
    template: z.literal('key_changed'),
    personId: z.string(),
    keyId: z.string(),
    at: z.string(),
  }),
  z.object({
    template: z.literal('key_approval_asked'),
    personId: z.string(),
    approvalId: z.string(),
  }),
  z.object({
    template: z.literal('client_connected'),
    personId: z.string(),
    clientId: z.string(),
    consentId: z.string(),
  }),
  z.object({
    template: z.literal('browser_signed_in'),
    personId: z.string(),
    browser: z.string(),
    credentialEpoch: z.int(),
    at: z.string(),
  }),
  z.object({
    template: z.literal('client_decided'),
    personId: z.string(),
    clientId: z.string(),
    decision: z.enum(['approved', 'rejected', 'suspended', 'reinstated', 'logo_removed']),
  }),
  z.object({
    template: z.literal('passkey_changed'),
    personId: z.string(),
    change: z.enum(['added', 'removed', 'suspended', 'code']),
    at: z.string(),
  }),
  z.object({
    template: z.literal('operators_acted'),
    what: z.enum(['permit_number', 'tax_state', 'legal_entity', 'partner_key', 'staff']),
    personIds: z.readonly(z.array(z.string())),
    entityId: z.nullable(z.string()),
    integrationId: z.nullable(z.string()),
    at: z.string(),
  }),
  z.object({
    template: z.literal('mailbox_case'),
    caseId: z.string(),
    step: z.enum(['opened', 'prove', 'waiting', 'ended']),
  }),
  z.object({
    template: z.literal('webhooks_disabled'),
    feed: z.string(),
    endpointId: z.string(),
    at: z.string(),
  }),
  z.object({ template: z.literal('email_changed'), changeId: z.string() }),
  z.object({ template: z.literal('sign_in_code'), challengeId: z.string() }),
]);

const Event = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('review.wanted'),
    subject: z.object({ type: z.enum(products), id: z.string() }),
    submissionId: z.optional(z.string()),
  }),
  z.object({ type: z.literal('review.decided'), reviewId: z.string() }),
  z.object({ type: z.literal('certificate.paid'), requestId: z.string() }),
  z.object({ type: z.literal('migration.wanted'), name: z.string() }),
  z.object({ type: z.literal('mail.wanted'), mail: Mail }),
  z.object({
    type: z.literal('webhooks.wanted'),
    feed: z.string(),
    endpointId: z.optional(z.string()),
  }),
  z.object({
    type: z.literal('logout.wanted'),
    personId: z.string(),
    of: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('session'),
        sessionId: z.string(),
        clientIds: z.readonly(z.array(z.string())),
      }),
      z.object({ kind: z.literal('connection'), clientId: z.string() }),
      z.object({ kind: z.literal('account'), credentialEpoch: z.int() }),
    ]),
  }),
  z.object({ type: z.literal('logout.due'), logoutId: z.string() }),
  z.object({ type: z.literal('gateway_key.wanted'), keyHash: z.string() }),
  z.object({
    type: z.literal('gateway_keys.unwanted'),
    keyHashes: z.readonly(z.array(z.string())),
  }),
  z.object({ type: z.literal('review.made_in_sandbox'), reviewId: z.string() }),
  z.object({
    type: z.literal('sandbox_webhook.wanted'),
    paymentId: z.string(),
    result: z.enum(paymentResults),
  }),
]);

const StoredEventSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** The API call that caused it; absent if there was none. */
  requestId: z.optional(z.string()),
  event: Event,
});

/**
 * The write that puts an event into the outbox, in the transaction of the change that caused it. The event records the
 * API call that it came from. Events of a submission are also counted in a metric.
 */
export function eventWrite(id: string, createdAt: string, event: OutboxEvent): Write {
  const write = eventItemWrite(id, createdAt, asRead(event));
  // A repeated request is not another submission.
  if (event.type !== 'review.wanted' || (event.submissionId ?? id) !== id) return write;
  const dimensions = { Subject: event.subject.type, State: 'submitted' } as const;
  return { ...write, measure: { metric: 'Cases', value: 1, dimensions } };
}

/** The same event. An event that the schema can't read back does not compile. */
function asRead(event: OutboxEvent): z.output<typeof Event> {
  return event;
}

/**
 * An event as stored in the table. Throws for an invalid event or unknown kind, so the delivery is retried and ends in
 * the dead-letter queue.
 */
export function parseEvent(item: Item): StoredEvent {
  return parseStored(StoredEventSchema, item);
}
