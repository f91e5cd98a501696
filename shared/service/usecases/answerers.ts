import type { PartnerKeyCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import { readOwnAmendment } from '../../amendments/usecases/read-amendment.ts';
import { readCertificateRequest } from '../../certificates/usecases/read-certificate-request.ts';
import { readOwnApplication } from '../../incorporation/usecases/read-application.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import {
  filingConditions,
  readFilingEntity,
} from '../../registry/usecases/read-accessible-entity.ts';
import { findProofOfAddress } from '../../residency/db/residency-applications.ts';
import { readResidencyApplication } from '../../residency/usecases/read-residency-application.ts';
import { findReview, findReviewAnswer } from '../../reviews/db/reviews.ts';
import type { Answerer } from './answer-information.ts';
import { readReviewed } from './reviewed-filings.ts';

export type Answerable = Pick<Answerer, 'subjectType' | 'read'> & {
  /** A file uploaded earlier for the case, by its id; null if it does not exist. Absent if the case has no uploads. */
  readonly upload?: (
    id: string,
  ) => Promise<{ readonly objectKey: string; readonly contentType: string } | null>;
};

/** An application of the key's owner. Error of `read`: 404. */
export function answerableApplication(
  id: string,
  caller: PersonalKeyCaller,
  { table }: CoreDeps,
): Answerable {
  return {
    subjectType: 'legal_entity_application',
    read: async () => ({ item: await readOwnApplication(table, id, caller), conditions: {} }),
  };
}

/** A filing of an entity for which the key may file. Errors of `read`: 403 without a Manifestation of Will; 404. */
export function answerableAmendment(
  of: { readonly entityId: string; readonly filingId: string },
  caller: PersonalKeyCaller,
  { table }: CoreDeps,
): Answerable {
  return {
    subjectType: 'amendment',
    read: async () => ({
      item: (await readOwnAmendment(table, of, caller)).amendment,
      conditions: filingConditions(of.entityId, caller),
    }),
  };
}

/** The same for a request for a Certificate of Good Standing. */
export function answerableCertificateRequest(
  of: { readonly entityId: string; readonly requestId: string },
  caller: PersonalKeyCaller,
  deps: CoreDeps,
): Answerable {
  return {
    subjectType: 'certificate_request',
    async read() {
      await readFilingEntity(deps.table, of.entityId, caller);
      const item = await readCertificateRequest(of, caller, deps);
      return { item, conditions: filingConditions(of.entityId, caller) };
    },
  };
}

/** An application of the key's integration. Error of `read`: 404. */
export function answerableResidencyApplication(
  id: string,
  caller: PartnerKeyCaller,
  deps: CoreDeps,
): Answerable {
  return {
    subjectType: 'residency_application',
    read: async () => ({
      item: (await readResidencyApplication(id, caller, deps)).application,
      conditions: {},
    }),
    async upload(uploadId) {
      const proof = await findProofOfAddress(deps.table, uploadId);
      return proof?.applicationId === id ? proof : null;
    },
  };
}

/** The case of a review, for a signed-in person. Error, here and of `read`: 404 if they may not answer it. */
export async function answerableCase(
  reviewId: string,
  person: StoredPerson,
  { table }: Pick<CoreDeps, 'table'>,
) {
  const review = await findReview(table, reviewId);
  if (review === null) throw apiErrors.notFound();
  const { subject } = review;
  return {
    review,
    subjectType: subject.type,
    async read() {
      const { rules, item } = await readReviewed(subject, table);
      const conditions = await rules.answerableBy(item, person, table);
      if (conditions === null) throw apiErrors.notFound();
      const withdrawn = rules.isWithdrawn?.(item) ?? false;
      return { item, conditions, withdrawn, name: await rules.name(item, table) };
    },
    /** The answer to the last question; null before there is one. */
    async readAnswer() {
      const { informationRequest: asked } = review;
      if (asked === undefined || asked.answeredAt === null) return null;
      return findReviewAnswer(table, { reviewId, requestId: asked.id });
    },
  };
}
