import * as z from 'zod/mini';
import { maxProofBytes, proofExtensions } from '../../documents/domain/proof-file.ts';
import { FreeText, Id, OutputInstant } from '../../kernel/contracts/text.ts';

/** What whoever applied says to a reviewer: the text, with which lines it has. */
export const AnswerText = FreeText(2000);

/** The fields of an answer that are text. */
export const AnswerFields = z.object({ requestId: Id, answer: AnswerText });

/** Fields of `POST …/{id}/information`, multipart/form-data. For the description only. */
export const SentInformation = z.object({
  ...AnswerFields.shape,
  file: z.optional(z.file().check(z.mime(Object.keys(proofExtensions)), z.maxSize(maxProofBytes))),
});

/**
 * The same as JSON. `uploadId` is the id of a proof of address that was uploaded for this application; other cases have no
 * uploads of their own, and take a file in a form.
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

/** The answer as whoever sent it reads it. */
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
