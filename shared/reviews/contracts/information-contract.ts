import * as z from 'zod/mini';
import { maxProofBytes, proofExtensions } from '../../documents/domain/proof-file.ts';
import { FreeText, Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { isInformationRequired, type Questioned } from '../domain/information-request.ts';

/** The reviewer's latest question, as the applicant sees it. */
export const InformationQuestion = z.object({
  id: Id,
  message: z.string(),
  requestedAt: OutputInstant,
  /** Null while the question is open. */
  answeredAt: z.nullable(OutputInstant),
});

/** Null if no question was ever asked. */
export const InformationRequested = z.nullable(InformationQuestion);

/**
 * Who must act next on a case: a reviewer, the service, or people who sign, pay or verify. `ended`: no further changes.
 */
export type Waiting = 'for_review' | 'for_service' | 'for_people' | 'ended';

/** How long a client should wait before it reads the case again, in seconds; null if polling is pointless. */
const pollAfter: Readonly<Record<Waiting, number | null>> = {
  for_service: 5,
  for_people: 30,
  for_review: 60,
  ended: null,
};

/** The part of `nextSteps` about an open question. */
export const InformationSteps = z.object({
  informationRequired: z.boolean(),
  /** The page for the answer; null if no answer is required. */
  informationUrl: z.nullable(z.url()),
  /** Null when the case has ended. */
  pollAfterSeconds: z.nullable(z.int().check(z.gte(1))),
});

const InformationFields = z.object({
  informationRequest: InformationRequested,
  nextSteps: InformationSteps,
});

/** The page on which a review's question is answered. */
export function informationPath(reviewId: string) {
  return `/portal/information/${reviewId}` as const;
}

/** The open question of a case, the page for its answer, and when to read the case again. */
export function presentInformation(
  { informationRequest }: Questioned,
  waiting: Waiting,
  { baseUrl }: { readonly baseUrl: string },
): z.output<typeof InformationFields> {
  const pollAfterSeconds = pollAfter[waiting];
  if (informationRequest === undefined) {
    const nextSteps = { informationRequired: false, informationUrl: null, pollAfterSeconds };
    return { informationRequest: null, nextSteps };
  }
  const { reviewId, ...asked } = informationRequest;
  const required = isInformationRequired({ informationRequest }, waiting === 'for_review');
  return {
    informationRequest: {
      id: asked.id,
      message: asked.message,
      requestedAt: asked.requestedAt,
      answeredAt: asked.answeredAt,
    },
    nextSteps: {
      informationRequired: required,
      informationUrl: required ? `${baseUrl}${informationPath(reviewId)}` : null,
      pollAfterSeconds,
    },
  };
}

/** The text of an answer to a reviewer, with its line breaks. */
export const AnswerText = FreeText(2000);

export const AnswerFields = z.object({ requestId: Id, answer: AnswerText });

/** Fields of `POST …/{id}/information`, multipart/form-data. For the description only. */
export const SentInformation = z.object({
  ...AnswerFields.shape,
  file: z.optional(z.file().check(z.mime(Object.keys(proofExtensions)), z.maxSize(maxProofBytes))),
});

/**
 * The same as JSON. `uploadId` is a proof of address uploaded for this application. Other cases have no uploads and
 * accept a file only in a form.
 */
export const JsonInformation = z.object({
  ...AnswerFields.shape,
  uploadId: z.optional(z.nullable(Id)),
});

/** The answer as stored. `size` is in bytes. */
export const TakenInformation = z.object({
  data: z.object({
    requestId: Id,
    answeredAt: OutputInstant,
    file: z.nullable(z.object({ contentType: z.string(), size: z.int() })),
  }),
});

export function presentAnswer({
  requestId,
  at,
  file,
}: {
  readonly requestId: string;
  readonly at: string;
  readonly file: { readonly contentType: string; readonly size: number } | null;
}): z.input<typeof TakenInformation> {
  const { contentType, size } = file ?? { contentType: '', size: 0 };
  return { data: { requestId, answeredAt: at, file: file && { contentType, size } } };
}
