import * as z from 'zod/mini';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { isInformationRequired, type Questioned } from '../domain/information-request.ts';

/** What a reviewer asked last, as whoever applied reads it; null: nothing was ever asked. */
export const InformationRequested = z.nullable(
  z.object({
    id: Id,
    message: z.string(),
    requestedAt: OutputInstant,
    /** Null while it is open. */
    answeredAt: z.nullable(OutputInstant),
  }),
);

/**
 * What a thing waits for: a reviewer, the service itself, or somebody else than the caller who signs or is verified. At
 * rest nothing happens to it unless the caller, or somebody whom the caller knows of, acts.
 */
export type Waiting = 'for_review' | 'for_service' | 'for_somebody' | 'at_rest';

/** Seconds until it is worth reading it again. */
const pollAfter: Readonly<Record<Waiting, number | null>> = {
  for_service: 5,
  for_somebody: 30,
  for_review: 60,
  at_rest: null,
};

/** What `nextSteps` of something under review say of it. */
export const InformationSteps = z.object({
  informationRequired: z.boolean(),
  /** The page on which it is answered; null where nothing is to be answered. */
  informationUrl: z.nullable(z.url()),
  /** Null where nothing happens without the caller. */
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
