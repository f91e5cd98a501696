import { findKey, recordGatewayKey } from '../../access/db/api-keys.ts';
import { noRoomForGatewayKey } from '../../access/gateway-keys.ts';
import { causedBy, causingRequest } from '../../kernel/cause.ts';
import type { Item } from '../../kernel/db/table.ts';
import { parseEvent } from '../../outbox/outbox.ts';
import type { OutboxEvent, StoredEvent } from '../../outbox/outbox-event.ts';
import { reportSandboxPayment } from '../../payments/usecases/report-sandbox-payment.ts';
import type { OutboxDeps } from '../deps/outbox.ts';
import { sendMail } from './send-mail.ts';

type EventOf<Type extends OutboxEvent['type']> = Extract<OutboxEvent, { readonly type: Type }>;
type Deliver<Type extends OutboxEvent['type']> = (
  event: EventOf<Type>,
  deps: OutboxDeps,
  id: string,
) => Promise<void>;

/** Exhaustive on purpose: a new event does not compile until somebody says what follows from it. */
const deliveries: { readonly [Type in OutboxEvent['type']]: Deliver<Type> } = {
  'gateway_key.wanted': ({ keyHash }, deps) => makeGatewayKey(keyHash, deps),
  'gateway_keys.unwanted': async ({ keyHashes }, deps) => {
    for (const keyHash of keyHashes) await removeGatewayKey(keyHash, deps);
  },
  // An execution is named after its event, so that a repeated delivery starts nothing.
  'review.wanted': ({ subject, submissionId }, { workflows }, id) =>
    workflows.start('review-dispatch', id, {
      submissionId: submissionId ?? id,
      subjectType: subject.type,
      subjectId: subject.id,
      ...cause(),
    }),
  'review.decided': ({ reviewId }, { workflows }, id) =>
    workflows.start('review-decision', id, { reviewId, ...cause() }),
  'certificate.paid': ({ requestId }, { workflows }, id) =>
    workflows.start('certificate-issuance', id, { requestId, ...cause() }),
  'mail.wanted': ({ mail }, deps, id) => sendMail(mail, id, deps),
  'sandbox_webhook.wanted': ({ paymentId, result }, deps, id) =>
    reportSandboxPayment(paymentId, result, deps, id),
};

/**
 * Does what follows from an event. Events come at least once and in any order, so each delivery can be
 * repeated. Throws when it has to be. The log says with one line that it was done, and for which call.
 */
export function deliverEvent<Type extends OutboxEvent['type']>(
  { id, requestId, event }: StoredEvent & { readonly event: EventOf<Type> },
  deps: OutboxDeps,
): Promise<void> {
  const deliver: Deliver<Type> = deliveries[event.type];
  return causedBy(requestId, async () => {
    await deliver(event, deps, id);
    deps.log.info('event', { eventId: id, type: event.type });
  });
}

/** What a workflow is told of the call that caused it; its own `requestId` is a certificate's. */
function cause(): { readonly causedBy?: string } {
  const requestId = causingRequest();
  return requestId === undefined ? {} : { causedBy: requestId };
}

/** The same for an event as it is stored. Throws for an item that is no event, too. */
export function deliverItem(item: Item, deps: OutboxDeps): Promise<void> {
  return deliverEvent(parseEvent(item), deps);
}

async function makeGatewayKey(
  keyHash: string,
  { table, gatewayKeys, log }: OutboxDeps,
): Promise<void> {
  const key = await findKey(table, keyHash);
  if (key === null) return;
  if (key.revokedAt !== null) {
    // A delivery that was cut off may have made one without recording it.
    const orphan = await gatewayKeys.find(key.id);
    if (orphan !== null) await gatewayKeys.remove(orphan);
    return;
  }
  const gatewayKeyId = await gatewayKeys.ensure(key.gatewayValue, key.id);
  if (gatewayKeyId === 'no_plan') return;
  if (gatewayKeyId === 'no_capacity') {
    log.error(noRoomForGatewayKey, { keyId: key.id });
    return;
  }
  const recorded = await recordGatewayKey(table, keyHash, gatewayKeyId);
  // Revoked in the meantime: the event of the revocation may have come before there was an id.
  if (!recorded) await gatewayKeys.remove(gatewayKeyId);
}

async function removeGatewayKey(
  keyHash: string,
  { table, gatewayKeys }: OutboxDeps,
): Promise<void> {
  const key = await findKey(table, keyHash);
  if (key === null || key.gatewayKeyId === null) return;
  await gatewayKeys.remove(key.gatewayKeyId);
}
