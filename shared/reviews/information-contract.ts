import * as z from 'zod/mini';
import { Id, OutputInstant } from '../kernel/contracts/text.ts';
import { isInformationRequired, type Questioned } from './information-request.ts';

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

/** What `nextSteps` of something under review say of it. */
export const InformationSteps = z.object({
  informationRequired: z.boolean(),
  /** The page on which it is answered; null where nothing is to be answered. */
  informationUrl: z.nullable(z.url()),
});

/** Both together, for things that have no other next steps. */
export const InformationFields = z.object({
  informationRequest: InformationRequested,
  nextSteps: InformationSteps,
});

/** The page on which a review's question is answered. */
export function informationPath(reviewId: string) {
  return `/portal/information/${reviewId}` as const;
}

/** What was asked of a case, and where it is answered. `underReview`: it can still be decided. */
export function presentInformation(
  { informationRequest }: Questioned,
  underReview: boolean,
  { baseUrl }: { readonly baseUrl: string },
): z.output<typeof InformationFields> {
  if (informationRequest === undefined) {
    const nextSteps = { informationRequired: false, informationUrl: null };
    return { informationRequest: null, nextSteps };
  }
  const { reviewId, ...asked } = informationRequest;
  const required = isInformationRequired({ informationRequest }, underReview);
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
    },
  };
}
