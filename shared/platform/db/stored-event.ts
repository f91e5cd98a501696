import * as z from 'zod/mini';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import { paymentResults } from '../../kernel/domain/payment.ts';
import { products } from '../../kernel/domain/product.ts';
import {
  type MailField,
  mails,
  type Mail as RequestedMail,
  type StoredEvent,
} from '../domain/outbox-event.ts';

const fields = {
  text: z.string(),
  textOrNull: z.nullable(z.string()),
  texts: z.readonly(z.array(z.string())),
  integer: z.int(),
  truth: z.boolean(),
};

function fieldSchema(field: MailField) {
  return typeof field === 'string' ? fields[field] : z.enum(field);
}

function mailSchema([template, { fields: own }]: [
  string,
  (typeof mails)[RequestedMail['template']],
]) {
  const known = Object.entries<MailField>(own).map(([name, field]) => [name, fieldSchema(field)]);
  return z.object({ template: z.literal(template), ...Object.fromEntries(known) });
}

/** The emails of the table. The type is made of the same table, which the compiler can't follow. */
function anyMail(): z.ZodMiniType<RequestedMail> {
  const [first, ...others] = Object.entries(mails).map(mailSchema);
  if (first === undefined) throw new Error('there are no emails');
  const union = z.discriminatedUnion('template', [first, ...others]);
  return union as unknown as z.ZodMiniType<RequestedMail>;
}

const Event = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('review.requested'),
    subject: z.object({ type: z.enum(products), id: z.string() }),
    submissionId: z.optional(z.string()),
  }),
  z.object({ type: z.literal('review.decided'), reviewId: z.string() }),
  z.object({ type: z.literal('certificate.paid'), requestId: z.string() }),
  z.object({ type: z.literal('migration.requested'), name: z.string() }),
  z.object({ type: z.literal('mail.requested'), mail: anyMail() }),
  z.object({
    type: z.literal('webhooks.requested'),
    feed: z.string(),
    endpointId: z.optional(z.string()),
  }),
  z.object({
    type: z.literal('logout.requested'),
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
  z.object({ type: z.literal('gateway_key.requested'), keyHash: z.string() }),
  z.object({
    type: z.literal('gateway_keys.obsolete'),
    keyHashes: z.readonly(z.array(z.string())),
  }),
  z.object({ type: z.literal('review.created_in_sandbox'), reviewId: z.string() }),
  z.object({
    type: z.literal('sandbox_webhook.requested'),
    paymentId: z.string(),
    result: z.enum(paymentResults),
  }),
]);

/** Events as they are read back. */
export type ReadableEvent = z.output<typeof Event>;

const StoredEventSchema: z.ZodMiniType<StoredEvent> = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** The API call that caused it; absent if there was none. */
  requestId: z.optional(z.string()),
  event: Event,
});

/**
 * An event as stored in the table. Throws for an invalid event or unknown kind, so the delivery is retried and ends in
 * the dead-letter queue.
 */
export function parseEvent(item: Item): StoredEvent {
  return parseStored(StoredEventSchema, item);
}
