import { auditAct } from '../../audit/audit-act.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace } from '../../kernel/usecases/until-written.ts';
import { entityUnchanged } from '../../registry/db/entities.ts';
import { isInGoodStanding } from '../../registry/domain/good-standing.ts';
import { reviewWrites, type StoredReview } from '../../reviews/db/reviews.ts';
import { carryOut } from '../../reviews/review.ts';
import { handBackReview } from '../../reviews/usecases/hand-back-review.ts';
import { decider } from '../../reviews/usecases/review-facts.ts';
import { reviewSubject } from '../../reviews/usecases/review-subject.ts';
import {
  certificateRequestWrite,
  certificateRequestWrites,
  findAnyCertificateRequest,
  type StoredCertificateRequest,
} from '../certificates.ts';
import { type CertificateCommand, decideCertificate, isOpen } from '../domain/certificate.ts';
import { requireEntity } from './assess-certificate.ts';

/**
 * The review of a request for a Certificate of Good Standing (spec 3.3): an approval lets it be issued whatever
 * the taxes are, but not for an entity that is not in good standing.
 */
export const certificateReview = reviewSubject<StoredCertificateRequest>('certificate_request', {
  find: ({ table }, id) => findAnyCertificateRequest(table, id),
  write: certificateRequestWrite,
  dispatch: (request, now) => {
    const decision = decideCertificate(request, { type: 'dispatch' }, now);
    return decision.ok ? decision.next : null;
  },
  approve,
  reject: async (review, request, deps) => {
    // A rejection has a reason by the type of `Verdict`.
    const command = { type: 'reject', reason: review.reason ?? '' } as const;
    return (await isCarriedOut(review, request, command, deps)) ? 'rejected' : lostRace;
  },
  mail: (requestId, outcome) => ({
    template: outcome === 'approved' ? 'certificate_issued' : 'certificate_rejected',
    requestId,
  }),
});

async function approve(
  review: StoredReview,
  request: StoredCertificateRequest,
  deps: CoreDeps,
): Promise<'approved' | 'returned' | typeof lostRace> {
  const entity = await requireEntity(request, deps);
  if (isOpen(request.statusId) && !isInGoodStanding(entity, deps.now().toISOString())) {
    const sentence = apiErrors.certificateNotInGoodStanding().message;
    return handBackReview(review, { sentence, reason: 'not_in_good_standing' }, deps);
  }
  const command = { type: 'approve', reviewed: true } as const;
  const checks = { entity: entityUnchanged(entity) };
  return (await isCarriedOut(review, request, command, deps, checks)) ? 'approved' : lostRace;
}

/** Carries the decision out; false when somebody else wrote in between. */
async function isCarriedOut(
  review: StoredReview,
  request: StoredCertificateRequest,
  command: Extract<CertificateCommand, { readonly type: 'approve' | 'reject' }>,
  deps: CoreDeps,
  checks: { readonly entity?: Write } = {},
): Promise<boolean> {
  const at = deps.now().toISOString();
  const carried = carryOut(review, at);
  if (!carried.ok) throw new Error(`review ${review.id} can't be carried out`);
  const decision = decideCertificate(request, command, at);
  if (!decision.ok && decision.reason !== 'not_open') {
    throw new Error(`review ${review.id} can't be carried out: ${decision.reason}`);
  }
  const writes: Readonly<Record<string, Write | undefined>> = {
    // Cancelled since the review was asked for: there is nothing left that the decision could change.
    ...(decision.ok && {
      ...certificateRequestWrites(decision.next),
      ...auditAct(deps, {
        at,
        actor: decider(review),
        action: `certificate_request.${command.type === 'approve' ? 'approved' : 'rejected'}`,
        subject: review.subject,
        details: { reviewId: review.id },
      }),
    }),
    ...reviewWrites(carried.next),
    ...checks,
  };
  return (await transact(deps.table, writes)).kind === 'written';
}
