import { createHash } from 'node:crypto';
import { maxProofBytes, proofExtensions } from '../../documents/domain/proof-file.ts';
import { Id } from '../../kernel/contracts/text.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { proofOfAddressTypeOf } from '../domain/proof-of-address.ts';
import type { ProofOfAddressFile } from './store-proof-of-address.ts';

/** A form with files, as far as it matters here. */
export interface SentProof {
  readonly texts: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly {
    readonly field: string;
    readonly contentType: string;
    readonly content: Uint8Array;
  }[];
}

/**
 * The upload in a form; other text fields are ignored, and so is the file's name.
 *
 * Errors, in this order: 400 `applicationId is required`; `Invalid request body` for a malformed id, a repeated
 * field or a second file; `No file provided`, also for an empty one; `Unsupported file type…` for another type
 * and for bytes that don't match the declared one; `File size exceeds 4.5MB limit`.
 */
export function checkProofOfAddress({ texts, files }: SentProof): ProofOfAddressFile {
  const applicationId = applicationIdOf(texts['applicationId']);
  const [file, another] = files;
  if (another !== undefined) throw apiErrors.invalidField(['file'], 'Must be the only file');
  if (file === undefined || file.field !== 'file' || file.content.length === 0) {
    throw apiErrors.uploadWithoutFile();
  }
  const { content } = file;
  if (!Object.hasOwn(proofExtensions, file.contentType)) throw apiErrors.unsupportedFileType();
  if (content.length > maxProofBytes) throw apiErrors.fileTooLarge();
  const contentType = proofOfAddressTypeOf(content, file.contentType);
  if (contentType === null) throw apiErrors.unsupportedFileType();
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { applicationId, content, contentType, sha256 };
}

function applicationIdOf(sent: string | readonly string[] | undefined): string {
  if (Array.isArray(sent)) throw apiErrors.invalidField(['applicationId'], 'Must be sent once');
  if (typeof sent !== 'string' || sent.trim() === '') throw apiErrors.uploadWithoutApplication();
  const id = Id.safeParse(sent.trim());
  if (!id.success) throw apiErrors.invalidField(['applicationId'], 'Must be an id');
  // Ids are compared as they are stored.
  return id.data.toLowerCase();
}
