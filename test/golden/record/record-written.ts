import { gatewayRunWrite } from '../../../shared/access/db/gateway-runs.ts';
import { requestedRun } from '../../../shared/access/domain/gateway-run.ts';
import { revokePlaceWrites } from '../../../shared/credentials/db/credentials.ts';
import { awaitScan } from '../../../shared/documents/db/upload-scans.ts';
import { appendToFeed } from '../../../shared/events/db/feeds.ts';
import { deliveryWrite, dueWrite } from '../../../shared/events/db/webhook-deliveries.ts';
import { importWrite } from '../../../shared/imports/db/imported-records.ts';
import { feeds } from '../../../shared/kernel/db/keys.ts';
import { transact } from '../../../shared/kernel/db/transact.ts';
import { mailAddressWrites } from '../../../shared/mail/db/mail-addresses.ts';
import { keepLogout, putPause } from '../../../shared/oauth/db/logouts.ts';
import { keySetWrite } from '../../../shared/oauth/db/owned-clients.ts';
import { newPaymentCaseWrites } from '../../../shared/payments/db/payment-cases.ts';
import {
  paymentReturnWrite,
  statementProgressWrite,
} from '../../../shared/payments/db/payment-claims.ts';
import { firstProgress } from '../../../shared/payments/domain/statement.ts';
import { actReasonWrite } from '../../../shared/platform/db/audit-trail.ts';
import { freshSegments, runWrite } from '../../../shared/platform/db/migration-runs.ts';
import { confirmationWrite } from '../../../shared/registry/db/entity-confirmations.ts';
import { registrySharding } from '../../../shared/registry/db/registry-changes.ts';
import { noticeWrite } from '../../../shared/residency/db/term-notices.ts';
import { fileErasureWrite, saveRetentionRun } from '../../../shared/retention/db/erase-items.ts';
import { keepReviewCounts } from '../../../shared/reviews/db/review-counts.ts';
import { answerCeremonyWrite, referenceOf } from '../../../shared/sign-in/db/passkeys.ts';
import { aHolder } from '../../support/wallet.ts';
import type { World } from '../../support/world.ts';

interface About {
  readonly personId: string;
  readonly entityId: string;
  readonly clientId: string;
  readonly endpointId: string;
}

/** Items that only schedules, providers and queues create, written by their own functions. */
export async function recordWritten(
  { table, clock }: World,
  { personId, entityId, clientId, endpointId }: About,
): Promise<void> {
  const at = new Date(clock.now).toISOString();
  const soon = new Date(clock.now + 60 * 86_400_000).toISOString();
  const changeId = 'a0'.repeat(16);
  const event = {
    type: 'legal_entity.changed',
    time: at,
    subject: `legal_entities/${entityId}`,
    data: { id: entityId, version: 1 },
  } as const;
  const about = {
    owner: { kind: 'entity', id: entityId },
    item: { pk: `ENTITY#${entityId}`, sk: 'ENTITY' },
    createdViaAPI: true,
  } as const;
  const fed = { ...event, ...about, changeId, isPublic: false };
  await appendToFeed(table, feeds.person(personId), [fed], at);
  const deliveryId = `000000000001-${changeId}`;
  const migration = {
    id: 'golden-run',
    name: 'golden',
    code: 1,
    isDry: true,
    state: 'running',
    rate: 10,
    segments: 1,
    execution: 'golden-execution',
    requestedAt: at,
    startedAt: at,
    finishedAt: null,
    failure: null,
    dryRun: null,
    version: 0,
  } as const;
  const { x = '', y = '' } = (await aHolder()).publicJwk;
  const keySet = {
    uri: 'https://client.example/jwks',
    keys: [{ kty: 'EC', crv: 'P-256', x, y, kid: 'one' }],
    fetchedAt: at,
  } as const;
  const returned = {
    id: 'golden-entry',
    kind: 'refund',
    paymentId: 'golden-payment',
    reference: '',
    amountCents: 30_000,
    currency: 'USD',
  } as const;
  const seen = {
    kind: 'unmatched',
    provider: 'cardpay',
    paymentId: 'golden-payment',
    entryId: null,
    invoiceId: null,
    subject: null,
    amountCents: 30_000,
    currency: 'USD',
    invoiceCents: null,
    invoiceCurrency: null,
    createdAt: at,
  } as const;
  const bounced = {
    id: 'b1f3a6c0-0000-4000-8000-000000000001',
    email: 'bounced@people.example',
    bouncedAt: at,
    bounceKind: 'requested',
    bounceCause: 'General',
    complainedAt: null,
    complaintCause: null,
    bounceLiftedAt: null,
    complaintLiftedAt: null,
  } as const;
  const written = await transact(table, {
    delivery: deliveryWrite({
      id: deliveryId,
      endpointId,
      message: { ...event, resource: about },
      status: 'due',
      createdAt: at,
      failed: 1,
      nextAttemptAt: soon,
      attempts: [{ at, status: 503, failure: null, durationMs: 40 }],
    }),
    due: dueWrite(endpointId, { at: soon, deliveryId }),
    keySet: keySetWrite(clientId, keySet),
    ...newPaymentCaseWrites(seen),
    statement: statementProgressWrite('cardpay', { ...firstProgress(at), version: 0 }),
    returned: paymentReturnWrite('cardpay', returned, {
      day: at.slice(0, 10),
      at,
      invoiceId: null,
    }),
    reason: actReasonWrite('golden-reason', 'A laptop was stolen.', at),
    files: fileErasureWrite('golden-erasure', [{ objectKey: 'tax-proofs/golden' }]),
    ...revokePlaceWrites([{ list: 'golden-list', index: 7 }], soon),
    ceremony: answerCeremonyWrite(referenceOf('golden challenge'), at),
    notice: noticeWrite({ termId: entityId, endsAt: soon, step: 60 }, at),
    confirmation: confirmationWrite({
      entityId,
      year: 2026,
      dueOn: at.slice(0, 10),
      confirmedAt: at,
      confirmedBy: personId,
      entityVersion: 1,
    }),
    ...mailAddressWrites(null, bounced, at).writes,
    gateway: gatewayRunWrite(null, requestedRun(null, false, 'golden-run', new Date(at))),
    migration: runWrite(null, migration),
    ...freshSegments(migration),
    imported: importWrite(
      { batch: 'golden', kind: 'entity', sourceId: '1' },
      {
        kind: 'entity',
        targetId: entityId,
        itemPk: about.item.pk,
        itemSk: about.item.sk,
        digest: 'a'.repeat(64),
        importedAt: at,
      },
    ),
  });
  if (written.kind === 'refused') throw written.error;
  await awaitScan(table, {
    id: 'b1f3a6c0-0000-4000-8000-000000000002',
    objectKey: `tax-proofs/${personId}/golden`,
    uploader: { kind: 'tax_proof', personId },
    status: 'pending',
    createdAt: at,
    decidedAt: null,
  });
  await keepLogout(table, {
    id: 'golden-logout',
    clientId,
    sub: personId,
    sid: null,
    status: 'due',
    createdAt: at,
    failed: 0,
    dueAt: at,
  });
  await putPause(table, clientId, { until: soon, timeouts: 1 });
  await saveRetentionRun(table, { proofsAfter: null });
  await keepReviewCounts(table, at);
  await registrySharding({ table, shardRegistry: true });
}
