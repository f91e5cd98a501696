import * as z from 'zod/mini';
import { maxProofBytes, proofExtensions } from '../../documents/domain/proof-file.ts';
import { FreeText, Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { isInformationRequired, type Questioned } from '../domain/information-request.ts';

/** The last question of a reviewer, as the applicant reads it. */
export const InformationQuestion = z.object({
  id: Id,
  message: z.string(),
  requestedAt: OutputInstant,
  /** Null while it is open. */
  answeredAt: z.nullable(OutputInstant),
});

/** Null: nothing was ever asked. */
export const InformationRequested = z.nullable(InformationQuestion);

/** What a case waits for: a reviewer, the service itself, or people who sign, pay or are verified. Nothing more happens to one that has ended. */
export type Waiting = 'for_review' | 'for_service' | 'for_people' | 'ended';

/** Seconds until it is worth reading it again. */
const pollAfter: Readonly<Record<Waiting, number | null>> = {
  for_service: 5,
  for_people: 30,
  for_review: 60,
  ended: null,
};

/** The part of `nextSteps` about an open question. */
export const InformationSteps = z.object({
  informationRequired: z.boolean(),
  /** The page on which it is answered; null if nothing must be answered. */
  informationUrl: z.nullable(z.url()),
  /** Null when it has ended. */
  pollAfterSeconds: z.nullable(z.int().check(z.gte(1))),
});

/** Both together. */
const InformationFields = z.object({
  informationRequest: InformationRequested,
  nextSteps: InformationSteps,
});

/** The page on which a review's question is answered. */
export function informationPath(reviewId: string) {
  return `/portal/information/${reviewId}` as const;
}

/** What was asked of a case, where it is answered, and when to read the case again. */
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

/** The fields of an answer that are text. */
export const AnswerFields = z.object({ requestId: Id, answer: AnswerText });

/** Fields of `POST …/{id}/information`, multipart/form-data. For the description only. */
export const SentInformation = z.object({
  ...AnswerFields.shape,
  file: z.optional(z.file().check(z.mime(Object.keys(proofExtensions)), z.maxSize(maxProofBytes))),
});

/**
 * The same as JSON. `uploadId` is the id of a proof of address uploaded for this application; other cases have no
 * uploads of their own, and accept a file in a form.
 */
export const JsonInformation = z.object({
  ...AnswerFields.shape,
  uploadId: z.optional(z.nullable(Id)),
});

/** An answer as it was taken. `size` in bytes. */
export const TakenInformation = z.object({
  data: z.object({
    requestId: Id,
    answeredAt: OutputInstant,
    file: z.nullable(z.object({ contentType: z.string(), size: z.int() })),
  }),
});

/** The answer as its sender reads it. */
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
