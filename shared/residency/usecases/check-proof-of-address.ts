import { createHash } from 'node:crypto';
import { maxProofBytes, proofExtensions, readProof } from '../../documents/domain/proof-file.ts';
import { proofComplaint } from '../../documents/pages/file-complaint.ts';
import { Id } from '../../kernel/contracts/text.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
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
  // Many programs call a JPEG by the first of these.
  const declared = file.contentType === 'image/jpg' ? 'image/jpeg' : file.contentType;
  const proof = readProof(file.content);
  if (!Object.hasOwn(proofExtensions, declared)) {
    throw apiErrors.unsupportedFileType(
      proof.ok ? `Declare the file as ${proof.contentType}` : proofComplaint(proof.problem),
    );
  }
  if (file.content.length > maxProofBytes) throw apiErrors.fileTooLarge();
  if (!proof.ok) throw apiErrors.unsupportedFileType(proofComplaint(proof.problem));
  const { content, contentType } = proof;
  if (contentType !== declared) {
    throw apiErrors.unsupportedFileType(`Declare the file as ${contentType}`);
  }
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
