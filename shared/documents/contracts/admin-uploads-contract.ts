import * as z from 'zod/mini';
import { dayParameters, PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { scanStatuses } from '../domain/upload-scan.ts';

const uploadKinds = ['tax_proof', 'proof_of_address', 'information', 'mailbox_evidence'] as const;

/** Query of `GET /admin/v1/uploads`. */
export const UploadQuery = z.object({
  ...pageParameters,
  ...dayParameters,
  status: z.optional(z.enum(scanStatuses)),
});
export type UploadQuery = z.output<typeof UploadQuery>;

/** A scanned upload as operators see it, without its content. */
export const UploadLine = z.object({
  id: Id,
  kind: z.enum(uploadKinds),
  status: z.enum(scanStatuses),
  /** The person who uploaded it; null for a partner. */
  personId: z.nullable(Id),
  applicationId: z.nullable(Id),
  reviewId: z.nullable(Id),
  /** Its key in the bucket; under `refused/` if it contains malware. */
  objectKey: z.string(),
  createdAt: OutputInstant,
  decidedAt: z.nullable(OutputInstant),
});
export type UploadLine = z.output<typeof UploadLine>;

export const UploadPage = PageOf(UploadLine);

type Scan = Pick<UploadLine, 'id' | 'status' | 'objectKey' | 'createdAt' | 'decidedAt'> & {
  readonly uploader:
    | { readonly kind: 'tax_proof'; readonly personId: string }
    | { readonly kind: 'mailbox_evidence'; readonly personId: string }
    | { readonly kind: 'proof_of_address'; readonly applicationId: string }
    | {
        readonly kind: 'information';
        readonly personId: string | null;
        readonly reviewId: string;
      };
};

/** The scan as a list item (an addition to the contract). */
export function presentUpload({ uploader, ...scan }: Scan): UploadLine {
  const { kind } = uploader;
  return {
    id: scan.id,
    kind,
    status: scan.status,
    personId: 'personId' in uploader ? uploader.personId : null,
    applicationId: kind === 'proof_of_address' ? uploader.applicationId : null,
    reviewId: kind === 'information' ? uploader.reviewId : null,
    objectKey: scan.objectKey,
    createdAt: scan.createdAt,
    decidedAt: scan.decidedAt,
  };
}
