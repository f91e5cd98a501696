import {
  aCheckout,
  aPayment,
  choose,
  inPayment,
  openCheckout,
  report,
} from '../../support/checkout.ts';
import { aDraft, applicationPayload, aVoucher, pay } from '../../support/drafts.ts';
import type { Person } from '../../support/registry.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../../support/submissions.ts';
import type { World } from '../../support/world.ts';
import type { Recorder } from './recorder.ts';
import { later } from './recording-world.ts';

const path = '/api/v1/legal_entity_applications';

/** Legal-entity applications in every state, and their payments. */
export async function recordApplications(world: World, recorder: Recorder, owner: Person) {
  const key = owner.standardKey;
  const { data } = await recorder.idempotent('application', {
    path,
    key,
    body: { applicationData: applicationPayload() },
  });
  const signed = await aDraft(world, key);
  await recorder.idempotent('refused voucher', {
    path: `${path}/${signed.id}/pay/voucher`,
    key,
    body: { voucherCode: 'NO-SUCH-VOUCHER' },
    status: 400,
  });
  await recorder.idempotent('checkout session', {
    path: `${path}/${signed.id}/checkout_session`,
    key,
    body: { paymentProvider: 'cardpay', redirectUrl: 'https://client.example/back' },
  });

  const applicant = await anApplicant(world);
  later(world);
  const agentDraft = await aDraft(world, applicant.agentKey);
  const paid = await aDraft(world, applicant.agentKey);
  await recorder.idempotent('voucher', {
    path: `${path}/${paid.id}/pay/voucher`,
    key: applicant.agentKey,
    body: { voucherCode: await aVoucher(world) },
  });
  const [waiting, approved, rejected] = [
    await aSubmission(world, applicant),
    await aSubmission(world, applicant),
    await aSubmission(world, applicant),
  ];
  later(world);
  await world.settle();
  await decideReview(world, (await reviewOf(world, approved.id)).id, { decision: 'approve' });
  later(world);
  await decideReview(world, (await reviewOf(world, rejected.id)).id, {
    decision: 'reject',
    reason: 'The office does not exist.',
  });
  await world.settle();

  const reported = await inPayment(world, await aDraft(world, key), key);
  await report(world, reported.payment);
  const sandboxed = await inPayment(world, await aDraft(world, key), key);
  await choose(world, sandboxed.payment.page, 'pay');
  await world.settle();
  later(world);
  const open = await aCheckout(world, await aDraft(world, key));
  const payingDraft = await aDraft(world, key);
  const paying = await aCheckout(world, payingDraft);
  const payment = await aPayment(world, paying.path);
  await openCheckout(world, await aDraft(world, key));
  return {
    applicant,
    draft: data as { readonly id: string },
    signature: signed.signature,
    signatureDraftId: signed.id,
    agentDraft,
    waiting: { id: waiting.id, reviewId: (await reviewOf(world, waiting.id)).id },
    approved,
    rejected,
    checkout: open,
    paying: { ...paying, applicationId: payingDraft.id, payment },
    /** Submitted at the very end, when events are no longer delivered. */
    async atTheEnd() {
      const undelivered = await aDraft(world, applicant.agentKey);
      await pay(world, undelivered, await aVoucher(world));
      return undelivered;
    },
  };
}
