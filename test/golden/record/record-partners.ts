import { claim, mailedClaim } from '../../support/applicants.ts';
import { multipartType } from '../../support/multipart.ts';
import {
  acceptAgreement,
  aPartner,
  applicationData,
  applicationsPath,
  aReadyApplication,
  partnerCalls,
  type Seen,
  seen,
  sworn,
  verify,
} from '../../support/partners.ts';
import { aProof, uploadPath } from '../../support/proofs.ts';
import { created } from '../../support/registry.ts';
import { decideReview, reviewOf } from '../../support/submissions.ts';
import type { World } from '../../support/world.ts';
import type { Recorder } from './recorder.ts';
import { later } from './recording-world.ts';

/** Residency applications of a partner in every state, and their applicants' links. */
export async function recordPartners(world: World, recorder: Recorder) {
  const partner = await aPartner(world);
  const { key, integrationId } = partner;
  for (const label of ['two', 'three']) {
    later(world);
    await created(world, `/partner_integrations/${integrationId}/keys`, { label });
  }
  const calls = partnerCalls(world, partner);
  const email = 'grace@people.example';
  const draft = await createdBy(recorder, key, 'residency application', { email });
  await recorder.idempotent('residency revision', {
    method: 'PATCH',
    path: `${applicationsPath}/${draft.id}`,
    key,
    body: {
      expectedVersion: draft.version,
      applicationData: applicationData({ email, phoneNumber: '+1 555 0100' }),
    },
  });
  await recorder.idempotent('proof of address', {
    path: uploadPath,
    key,
    type: multipartType,
    body: aProof(draft.id),
  });
  const claimPath = await mailedClaim(world, email);
  const stale = new URL(String(draft.nextSteps['agreementUrl'])).pathname;
  const current = seen(await calls.get(draft.id));

  const claimed = await createdBy(recorder, key, 'claimed application', {
    email: 'claimed@people.example',
  });
  const { browser } = await claim(world, await mailedClaim(world, 'claimed@people.example'));

  const paid = await createdBy(recorder, key, 'paid application', {
    email: 'paid@people.example',
    ...sworn,
  });
  await acceptAgreement(world, paid);
  await verify(world, paid.id);
  await recorder.idempotent('residency checkout', {
    path: `${applicationsPath}/${paid.id}/checkout_session`,
    key,
    body: { paymentProvider: 'cardpay', redirectUrl: 'https://partner.example/paid' },
  });
  const ready = await aReadyApplication(world, partner);
  const states = [];
  for (const decision of [null, { decision: 'approve' }, { decision: 'reject', reason: 'No.' }]) {
    later(world);
    const { id } = await aReadyApplication(world, partner);
    await recorder.idempotent(`submission ${id}`, {
      path: `${applicationsPath}/${id}/submit`,
      key,
      body: undefined,
    });
    await world.settle();
    const { id: reviewId } = await reviewOf(world, id);
    if (decision !== null) await decideReview(world, reviewId, decision);
    states.push({ id, reviewId });
  }
  await world.settle();
  const [waiting, approved, rejected] = states;
  return {
    ...partner,
    draft: {
      id: draft.id,
      claimPath,
      stale,
      agreement: new URL(String(current.nextSteps['agreementUrl'])).pathname,
    },
    claimed: { id: claimed.id, cookies: [...browser.cookies] },
    paid: { id: paid.id },
    ready: { id: ready.id },
    waiting,
    approved,
    rejected,
  };
}

async function createdBy(
  recorder: Recorder,
  key: string,
  name: string,
  details: object,
): Promise<Seen> {
  const body = { applicationData: applicationData({ ...details }), reference: name };
  const answer = await recorder.idempotent(name, { path: applicationsPath, key, body });
  return seen({ status: 200, body: answer });
}
