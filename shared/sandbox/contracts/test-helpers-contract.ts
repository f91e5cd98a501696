import * as z from 'zod/mini';
import {
  FreeLine,
  Id,
  Instant,
  Name,
  OptionalName,
  OutputInstant,
  oneNameOf,
} from '../../kernel/contracts/text.ts';
import { taxStates } from '../../kernel/domain/legal-entity.ts';
import { products } from '../../kernel/domain/product.ts';
import { presentResidency, type ResidencyOfPerson } from '../../people/contracts/present-person.ts';
import { residencyTypes } from '../../people/domain/residency.ts';
import { EntityName, OptionId } from '../../registry/contracts/admin-entities.ts';
import { rejectionReasons } from '../../reviews/domain/rejection-reasons.ts';
import { type ReviewState, reviewStatuses } from '../../reviews/domain/review.ts';

/** Body of `…/approve`: the answer to representatives who objected to a filing, and the number of objections. */
export const TestApproval = z.object({
  answer: z.optional(z.nullable(FreeLine(2000))),
  objections: z.optional(z.nullable(z.int().check(z.gte(0)))),
});

/** Body of `…/reject`. */
export const TestRejection = z.object({
  reason: z.optional(FreeLine(2000)),
  reasonCode: z.optional(z.nullable(z.enum(rejectionReasons))),
});

/** Body of `…/request_information`. */
export const TestQuestion = z.object({ message: z.optional(FreeLine(2000)) });

/** The default texts. */
export const testTexts = {
  reason: 'Rejected in the sandbox.',
  message: 'Please send what is missing. This question was asked in the sandbox.',
} as const;

/** The review of the case. */
export const TestCaseAnswer = z.object({
  data: z.object({
    id: Id,
    type: z.enum(products),
    reviewId: Id,
    status: z.enum(reviewStatuses),
    reason: z.nullable(z.string()),
    /** Why an approval could not be carried out, if the case was returned. */
    returnedReason: z.nullable(z.string()),
    decidedAt: z.nullable(OutputInstant),
    /** The open question; null if none. */
    informationRequestId: z.nullable(Id),
  }),
});

export function presentTestCase(review: ReviewState): z.output<typeof TestCaseAnswer> {
  const { id: reviewId, subject, status, reason, returnedReason, decidedAt } = review;
  const { informationRequest: asked } = review;
  const informationRequestId = asked === undefined || asked.answeredAt !== null ? null : asked.id;
  return {
    data: { ...subject, reviewId, status, reason, returnedReason, decidedAt, informationRequestId },
  };
}

/** Body of `…/verify`. */
export const TestVerification = z.object({
  status: z.optional(z.enum(['approved', 'declined'])),
});

export const TestVerificationAnswer = z.object({
  data: z.object({
    applicationId: Id,
    status: z.enum(['approved', 'declined']),
    verifiedAt: OutputInstant,
  }),
});

/** Body of `POST …/persons`. Dates can be in the past. */
export const TestPerson = z
  .object({
    givenName: z.optional(OptionalName(100)),
    surname: z.optional(OptionalName(100)),
    residencyType: z.optional(z.enum(residencyTypes)),
    effectiveDate: z.optional(Instant),
    terminationDate: z.optional(z.nullable(Instant)),
  })
  .check(oneNameOf('givenName', 'surname'));
export type TestPerson = z.output<typeof TestPerson>;

const TestResidency = z.object({
  id: Id,
  residencyType: z.enum(residencyTypes),
  effectiveDate: OutputInstant,
  terminationDate: z.nullable(OutputInstant),
  active: z.boolean(),
});

/** A residency as its owner sees it at `now`. */
export function presentTestResidency(
  granted: ResidencyOfPerson,
  now: string,
): z.output<typeof TestResidency> {
  const { id, residencyType, effectiveDate, terminationDate, active } = presentResidency(
    granted,
    now,
  );
  return { id, residencyType, effectiveDate, terminationDate, active };
}

export const TestResidencyAnswer = z.object({ data: TestResidency });

/** The resident. Only this answer contains the keys. */
export const TestPersonAnswer = z.object({
  data: z.object({
    id: Id,
    email: z.string(),
    givenName: z.nullable(z.string()),
    surname: z.nullable(z.string()),
    residentPermitNumber: z.string(),
    residency: TestResidency,
    standardKey: z.string(),
    /** Has every scope; the Manifestation of Will is signed. */
    agentKey: z.string(),
  }),
});

/** Body of `POST …/legal_entities`. */
export const TestEntity = z.object({
  name: z.optional(EntityName),
  optionId: z.optional(OptionId),
  extension: z.optional(Name(100)),
  registrationDate: z.optional(Instant),
  dissolutionDate: z.optional(z.nullable(Instant)),
  taxState: z.optional(z.enum(taxStates)),
});
export type TestEntity = z.output<typeof TestEntity>;

/** Body of `POST …/webhook_endpoints/{id}/fail_next`: the number of attempts, 1 by default. */
export const TestFailures = z.object({
  count: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
});

/** The number of attempts that will fail, including earlier requests. */
export const TestFailuresAnswer = z.object({
  data: z.object({ id: Id, failNext: z.int() }),
});
