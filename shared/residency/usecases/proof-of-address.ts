import { createHash } from 'node:crypto';
import { actorOf, type PartnerKeyCaller } from '../../access/auth/caller.ts';
import type { UploadDeps } from '../../documents/deps/documents.ts';
import { maxProofBytes, proofExtensions, readProof } from '../../documents/domain/proof-file.ts';
import * as documentErrors from '../../documents/errors/document-errors.ts';
import { proofComplaint } from '../../documents/pages/file-complaint.ts';
import { storeUpload } from '../../documents/usecases/uploads.ts';
import { Id } from '../../kernel/contracts/text.ts';
import { attemptWrite, hasRoom, windowEndOf } from '../../kernel/db/attempt-counters.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { refuseWhenFull, tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { addressProofUploads } from '../contracts/partner-application.ts';
import {
  findOwnResidencyApplication,
  findProofOfAddress,
  newProofOfAddressWrite,
  residencyApplicationIsDraft,
  type StoredProofOfAddress,
} from '../db/residency-applications.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

interface ProofOfAddressFile {
  readonly applicationId: string;
  readonly content: Uint8Array;
  /** An accepted type that matches the bytes. */
  readonly contentType: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Stores a proof of address for a draft of the caller's integration: first the bytes, then the entry. Bytes without an
 * entry, left by a failure, are never served. A repeated request is recognized by its file, because form boundaries
 * differ in each attempt, and returns the first entry.
 *
 * Errors: 404 `Residency application not found`, also for another integration's; 400 if it is not a draft, or is
 * submitted concurrently; 409 `upload.refused`; 429 beyond `addressProofUploads`. The upload is counted in the
 * transaction of its entry, so repeats and failed attempts don't count.
 */
export function storeProofOfAddress(
  file: ProofOfAddressFile,
  { caller, effect }: { readonly caller: PartnerKeyCaller; readonly effect: Effect | null },
  deps: UploadDeps,
): Promise<StoredProofOfAddress> {
  const { applicationId, contentType, sha256 } = file;
  const content = [applicationId, contentType, sha256];
  return onceEffect(effect && { ...effect, content }, deps, {
    run: (note) => store(file, { caller, note }, deps),
    again: (uploadId) => readProofOfAddress(uploadId, caller, deps),
  });
}

async function store(
  { applicationId, content, contentType }: ProofOfAddressFile,
  { caller, note }: { readonly caller: PartnerKeyCaller; readonly note: NoteEffect },
  deps: UploadDeps,
): Promise<StoredProofOfAddress> {
  const { table } = deps;
  const now = deps.now();
  const at = now.toISOString();
  const { integrationId } = caller;
  const application = await findOwnResidencyApplication(table, integrationId, applicationId);
  if (application === null) throw residencyErrors.residencyApplicationNotFound();
  if (application.statusId !== 'Draft') throw residencyErrors.residencyApplicationNotDraft();
  refuseWhenFull(await hasRoom(table, addressProofUploads, applicationId, now.getTime()), now);
  const id = deps.newId();
  const file = await storeUpload(
    {
      folder: 'proofs-of-address',
      owner: applicationId,
      content,
      contentType,
      uploader: { kind: 'proof_of_address', integrationId, applicationId },
    },
    deps,
  );
  const { sha256, size } = file;
  const proof: StoredProofOfAddress = {
    id,
    applicationId,
    integrationId,
    ...file,
    createdAt: at,
  };
  const outcome = await transact(table, {
    draft: orElse(
      residencyApplicationIsDraft(applicationId),
      residencyErrors.residencyApplicationNotDraft,
    ),
    // Refused if the same request has completed in the meantime; its upload is then returned.
    effect: note(id),
    proof: newProofOfAddressWrite(proof),
    quota: orElse(attemptWrite(addressProofUploads, applicationId, now.getTime()), () =>
      tooMany(windowEndOf(addressProofUploads, now.getTime()), now),
    ),
    ...auditAct(deps, {
      at,
      actor: actorOf(caller),
      action: 'residency_application.proof_of_address_uploaded',
      subject: { type: 'residency_application', id: applicationId },
      details: { uploadId: id, contentType, size, sha256 },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return proof;
}

/** The fields used here of a form with files. */
interface SentProof {
  readonly texts: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly {
    readonly field: string;
    readonly contentType: string;
    readonly content: Uint8Array;
  }[];
}

/**
 * The upload in a form. Other text fields and the file name are ignored.
 *
 * Errors, in this order: 400 `applicationId is required`; `Invalid request body` for a malformed id, a repeated field
 * or a second file; `No file provided`, also for an empty one; `Unsupported file type…` for another type and for bytes
 * that don't match the declared one; `File size exceeds 4.5MB limit`.
 */
export function checkProofOfAddress({ texts, files }: SentProof): ProofOfAddressFile {
  const applicationId = applicationIdOf(texts['applicationId']);
  const [file, another] = files;
  if (another !== undefined) throw apiErrors.invalidField(['file'], 'Must be the only file');
  if (file === undefined || file.field !== 'file' || file.content.length === 0) {
    throw documentErrors.uploadWithoutFile();
  }
  // Many programs use the first name for a JPEG.
  const declared = file.contentType === 'image/jpg' ? 'image/jpeg' : file.contentType;
  const proof = readProof(file.content);
  if (!Object.hasOwn(proofExtensions, declared)) {
    throw documentErrors.unsupportedFileType(
      proof.ok ? `Declare the file as ${proof.contentType}` : proofComplaint(proof.problem),
    );
  }
  if (file.content.length > maxProofBytes) throw documentErrors.fileTooLarge();
  if (!proof.ok) throw documentErrors.unsupportedFileType(proofComplaint(proof.problem));
  const { content, contentType } = proof;
  if (contentType !== declared) {
    throw documentErrors.unsupportedFileType(`Declare the file as ${contentType}`);
  }
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { applicationId, content, contentType, sha256 };
}

function applicationIdOf(sent: string | readonly string[] | undefined): string {
  if (Array.isArray(sent))
    throw apiErrors.invalidField(['applicationId'], 'Must be sent only once');
  if (typeof sent !== 'string' || sent.trim() === '')
    throw documentErrors.uploadWithoutApplication();
  const id = Id.safeParse(sent.trim());
  if (!id.success) throw apiErrors.invalidField(['applicationId'], 'Must be an id');
  // Ids are stored in lower case.
  return id.data.toLowerCase();
}

/** The upload of the caller's integration. Error: 404 `Proof of address not found`, also for another's. */
export async function readProofOfAddress(
  id: string,
  { integrationId }: PartnerKeyCaller,
  { table }: { readonly table: Table },
): Promise<StoredProofOfAddress> {
  const proof = await findProofOfAddress(table, id);
  if (proof?.integrationId !== integrationId) throw residencyErrors.proofOfAddressNotFound();
  return proof;
}
