import {
  aFiler,
  aSignedFiling,
  aSubmittedFiling,
  browserOf,
  filingIn,
  freshName,
  propose,
} from '../../support/amendments.ts';
import {
  anIssuedCertificate,
  aRepresentedEntity,
  aRequest,
  payRequest,
  requestsPath,
} from '../../support/certificates.ts';
import { aVoucher } from '../../support/drafts.ts';
import type { Visitor } from '../../support/portal.ts';
import type { Person } from '../../support/registry.ts';
import { decideReview, reviewOf } from '../../support/submissions.ts';
import type { World } from '../../support/world.ts';
import type { Recorder } from './recorder.ts';
import { later } from './recording-world.ts';

const no = { decision: 'reject', reason: 'It does not fit.' } as const;
const yes = { decision: 'approve' } as const;

/**
 * Amendment filings in every state; each has its own entity, because an entity can have only one
 * open filing.
 */
export async function recordAmendments(world: World, recorder: Recorder) {
  const filer = await aFiler(world);
  const { data } = await recorder.idempotent('amendment', {
    path: filer.path,
    key: filer.standardKey,
    body: { name: freshName() },
  });
  const browser = await browserOf(world, filer);
  const signer = await aFiler(world);
  const signed = await aSignedFiling(world, signer, { name: freshName() });
  const [waiting, approved, rejected] = await Promise.all([1, 2, 3].map(() => aFiler(world)));
  if (!waiting || !approved || !rejected) throw new Error('three were made');
  const ids = [];
  for (const one of [waiting, approved, rejected]) {
    later(world);
    ids.push(await aSubmittedFiling(world, one, { name: freshName(), extension: 'LLC' }));
  }
  await world.settle();
  const [waitingId = '', approvedId = '', rejectedId = ''] = ids;
  await decideReview(world, (await reviewOf(world, approvedId)).id, yes);
  await decideReview(world, (await reviewOf(world, rejectedId)).id, no);
  await world.settle();
  const draftFiler = await aFiler(world);
  const draft = filingIn(await propose(world, draftFiler, { name: freshName() }));
  return {
    draft: { filer: draftFiler, id: draft.id },
    unsigned: { filer, id: (data as { id: string }).id, cookies: [...browser.cookies] },
    signed: { filer: signer, id: signed },
    waiting: { filer: waiting, id: waitingId, reviewId: (await reviewOf(world, waitingId)).id },
    approved: { filer: approved, id: approvedId },
    rejected: { filer: rejected, id: rejectedId },
  };
}

/** Certificate requests in every state. */
export async function recordCertificates(
  world: World,
  recorder: Recorder,
  owner: Person,
  browser: Visitor,
) {
  const key = owner.standardKey;
  const issued = await anIssuedCertificate(world);
  const proofUrl = await uploadedProof(world, browser);
  const contest = { note: 'Paid in January.', proofUrl };
  const requests = [];
  for (const decision of [null, no, yes]) {
    later(world);
    const { id } = await aRepresentedEntity(world, owner, { taxState: 'overdue' });
    const request = await aRequest(world, id, key, { contest });
    await payRequest(world, request, key);
    await world.settle();
    const { id: reviewId } = await reviewOf(world, request.id);
    if (decision !== null) await decideReview(world, reviewId, decision);
    requests.push({ id: request.id, entityId: id, reviewId });
  }
  await world.settle();
  const unpaid = await aRepresentedEntity(world, owner);
  const { data } = await recorder.idempotent('certificate', {
    path: requestsPath(unpaid.id),
    key,
    body: {},
  });
  const [contested, rejected, upheld] = requests;
  return {
    issued: {
      code: issued.code,
      id: issued.request.id,
      owner: issued.owner,
      entityId: issued.entity.id,
    },
    unpaid: { id: (data as { id: string }).id, entityId: unpaid.id },
    contested,
    rejected,
    upheld,
    proofUrl,
    /** Paid at the very end, when events are no longer delivered. */
    async atTheEnd() {
      const { id } = await aRepresentedEntity(world, owner);
      const request = await aRequest(world, id, key);
      await payRequest(world, request, key, await aVoucher(world));
      return { id: request.id, entityId: id };
    },
  };
}

/** Uploads a proof of paid taxes as a browser does; the URL that the page shows. */
async function uploadedProof(world: World, browser: Visitor): Promise<string> {
  const path = '/portal/uploads/tax-proof';
  await browser.open(path);
  const form = new FormData();
  form.append('csrf', browser.token() ?? '');
  form.append(
    'proof',
    new File(['%PDF-1.7\nreceipt\n%%EOF'], 'a.pdf', { type: 'application/pdf' }),
  );
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(world.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: form,
  });
  const shown = await browser.open(String(answer.headers.get('location')));
  const url = /http\S+\/uploads\/tax-proofs\/[0-9a-f-]{36}/.exec(shown.text)?.[0];
  if (url === undefined) throw new Error('no proof was uploaded');
  return url;
}
