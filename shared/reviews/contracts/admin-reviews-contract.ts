import * as z from 'zod/mini';
import { type UploadState, uploadStates } from '../../documents/domain/upload-scan.ts';
import { pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import { FreeLine, FreeText, Id, Instant, OutputInstant } from '../../kernel/contracts/text.ts';
import { products } from '../../kernel/domain/product.ts';
import { type SimilarPerson, samePersonReasons } from '../../people/domain/same-person.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import {
  type SimilarName,
  similarityReasons,
  similarStatuses,
} from '../../registry/domain/similar-names.ts';
import type { InformationRequest } from '../domain/information-request.ts';
import { queueAssignees, queueTabs } from '../domain/queue.ts';
import { rejectionReasons } from '../domain/rejection-reasons.ts';
import { type ReviewState, reviewStatuses, type Verdict } from '../domain/review.ts';
import { currentClaim } from '../domain/review-claim.ts';
import { objectionStatuses } from '../domain/review-steps.ts';

/** Query of `GET /admin/v1/reviews`. The contract has no review queue: `tab` and the fields after it are additions. */
export const ReviewQuery = z.object({
  ...pageParameters,
  status: z.optional(z.enum(reviewStatuses)),
  subjectType: z.optional(z.enum(products)),
  subjectId: z.optional(Id),
  tab: z.optional(z.enum(queueTabs)),
  answered: z.optional(z.enum(['true'])),
  /** Only cases that have waited since this instant or longer. */
  waitingSince: z.optional(Instant),
  assignee: z.optional(z.enum(queueAssignees)),
  search: z.optional(FreeLine(200)),
});
export type ReviewQuery = z.output<typeof ReviewQuery>;

/** Body of `POST /admin/v1/reviews/{id}/decision`. */
export const ReviewDecision = z.pipe(
  z
    .object({
      decision: z.enum(['approve', 'reject']),
      reason: z.optional(z.nullable(FreeLine(2000))),
      /** Given with a rejection. An addition to the contract. */
      reasonCode: z.optional(z.nullable(z.enum(rejectionReasons))),
      /**
       * The reply to people who objected to the filing; required to approve a filing with objections. An addition to
       * the contract.
       */
      answer: z.optional(z.nullable(FreeLine(2000))),
      /** The number of objections that the reviewer saw; must equal the current number. */
      objections: z.optional(z.nullable(z.int().check(z.gte(0)))),
      /**
       * Required to approve an applicant who may be one of the `similarPeople`. An addition to the contract.
       */
      samePersonReason: z.optional(z.nullable(FreeLine(2000))),
    })
    .check(
      rule(
        {
          anyOf: [
            { properties: { decision: { const: 'approve' } } },
            { properties: { reason: { type: 'string' } }, required: ['reason'] },
          ],
        },
        ({ value: { decision, reason = null }, issues }) => {
          if (decision === 'approve' || reason !== null) return;
          issues.push({
            code: 'custom',
            input: reason,
            path: ['reason'],
            message: 'A rejection needs a reason',
          });
        },
      ),
    ),
  z.transform(
    ({
      decision,
      reason = null,
      reasonCode = null,
      answer = null,
      objections = null,
      samePersonReason = null,
    }): Verdict => ({
      // A rejection without a reason is refused above.
      ...(decision === 'approve'
        ? { decision, reason }
        : { decision, reason: reason ?? '', reasonCode }),
      answer,
      objections,
      samePersonReason,
    }),
  ),
);

/** Body of `POST /admin/v1/reviews/{id}/notes`. An addition to the contract, as claims are. */
export const NewReviewNote = z.object({ text: FreeText(2000) });

/**
 * Body of `POST /admin/v1/reviews/{id}/information_requests`. The message is one line, because it becomes one paragraph
 * of an email.
 */
export const NewInformationRequest = z.object({ message: FreeLine(2000) });

/** A review as operators see it. */
export const Review = z.object({
  id: Id,
  subject: z.object({ type: z.enum(products), id: Id }),
  /** The name of the entity or the applicant when the case was submitted; null until the queue's migration has run. */
  name: z.nullable(z.string()),
  status: z.enum(reviewStatuses),
  reason: z.nullable(z.string()),
  reasonCode: z.nullable(z.enum(rejectionReasons)),
  returnedReason: z.nullable(z.string()),
  createdAt: OutputInstant,
  decidedAt: z.nullable(OutputInstant),
  decidedBy: z.nullable(z.string()),
  claim: z.nullable(z.object({ by: z.string(), at: OutputInstant, endsAt: OutputInstant })),
  firstApproval: z.nullable(z.object({ by: z.string(), at: OutputInstant })),
});
export type Review = z.output<typeof Review>;

/** Answer of `GET /admin/v1/statistics`. */
export const StatisticsAnswer = z.object({
  data: z.object({
    reviews: z.object({
      countedAt: z.nullable(OutputInstant),
      waitsCalculatedAt: z.nullable(OutputInstant),
      types: z.array(
        z.object({
          type: z.enum(products),
          waitingCases: z.nullable(z.int()),
          answeredCases: z.nullable(z.int()),
          awaitingAnswerCases: z.nullable(z.int()),
          decisions: z.nullable(z.int()),
          medianWaitSeconds: z.nullable(z.int()),
          p90WaitSeconds: z.nullable(z.int()),
        }),
      ),
    }),
  }),
});

/** One review, with the objections to the filing, their answers, and reviewers' notes. */
export const ReviewAnswer = z.object({
  data: z.object({
    ...Review.shape,
    objections: z.array(
      z.object({
        personId: Id,
        name: z.nullable(z.string()),
        /** Whether the person represents the entity now. */
        represents: z.boolean(),
        note: z.nullable(z.string()),
        objectedAt: OutputInstant,
        status: z.enum(objectionStatuses),
      }),
    ),
    answer: z.nullable(z.string()),
    notes: z.array(z.object({ id: Id, at: OutputInstant, by: z.string(), text: z.string() })),
    informationRequests: z.array(
      z.object({
        id: Id,
        message: z.string(),
        requestedAt: OutputInstant,
        requestedBy: z.string(),
        answeredAt: z.nullable(OutputInstant),
        /** Null until it is answered. */
        answeredBy: z.nullable(z.string()),
        answer: z.nullable(z.string()),
        /** URL of the attached file; needs no credential and expires after one hour. */
        fileUrl: z.nullable(z.url()),
        fileState: z.nullable(z.enum(uploadStates)),
      }),
    ),
    /** People with a permit number who may be the applicant of a pending residency application. */
    similarPeople: z.array(
      z.object({
        id: Id,
        givenName: z.nullable(z.string()),
        surname: z.nullable(z.string()),
        dateOfBirth: z.nullable(z.string()),
        citizenships: z.array(z.string()),
        residentPermitNumber: z.nullable(z.string()),
        reasons: z.array(z.enum(samePersonReasons)),
      }),
    ),
    similarNames: z.nullable(
      z.array(
        z.object({
          /** Id of the entity, reservation, application or filing with this name. */
          id: Id,
          name: z.string(),
          extension: z.nullable(z.string()),
          status: z.enum(similarStatuses),
          reasons: z.array(z.enum(similarityReasons)),
        }),
      ),
    ),
  }),
});

/** The fields of a review that operators see at `now`. Actors are IAM principals or person ids. */
export function presentReview(
  review: ReviewState & { readonly queued: { readonly name: string } },
  now: string,
): Review {
  const { firstApproval } = review;
  const { type, id } = review.subject;
  const claim = currentClaim(review, now);
  return presented(Review, {
    ...review,
    subject: { type, id },
    name: review.queued.name,
    reasonCode: review.reasonCode ?? null,
    decidedBy: review.decidedBy?.id ?? null,
    claim: claim && { by: idOf(claim.by), at: claim.at, endsAt: claim.endsAt },
    firstApproval: firstApproval ? { by: idOf(firstApproval.by), at: firstApproval.at } : null,
  });
}

export function presentSimilarToReviewed({ id, name, extension, status, reasons }: SimilarName) {
  return { id, name, extension, status, reasons: [...reasons] };
}

export function presentSimilarPerson({ person, reasons }: SimilarPerson) {
  const { id, givenName, surname, dateOfBirth, citizenships, residentPermitNumber } = person;
  return {
    ...{ id, givenName, surname, dateOfBirth, residentPermitNumber },
    citizenships: [...citizenships],
    reasons: [...reasons],
  };
}

export function presentReviewNote({
  id,
  at,
  by,
  text,
}: {
  readonly id: string;
  readonly at: string;
  readonly by: Actor;
  readonly text: string;
}) {
  return { id, at, by: idOf(by), text };
}

/** A question to the applicant, as operators see it, with its answer. */
export function presentReviewQuestion({
  question,
  answer,
  file,
}: {
  readonly question: Pick<InformationRequest, 'id' | 'message' | 'requestedAt'> & {
    readonly by: Actor;
  };
  readonly answer: { readonly at: string; readonly by: Actor; readonly text: string } | null;
  readonly file: { readonly url: string | null; readonly state: UploadState } | null;
}) {
  const { id, message, requestedAt, by } = question;
  return {
    id,
    message,
    requestedAt,
    requestedBy: idOf(by),
    answeredAt: answer?.at ?? null,
    answeredBy: answer && idOf(answer.by),
    answer: answer?.text ?? null,
    fileUrl: file?.url ?? null,
    fileState: file?.state ?? null,
  };
}

/** Only principals and persons review; the service, which has no id, writes no notes and claims no cases. */
function idOf({ id, kind }: Actor): string {
  return id ?? kind;
}
