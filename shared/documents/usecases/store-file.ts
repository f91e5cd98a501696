import { createHash } from 'node:crypto';
import type { DocumentDeps } from '../deps/documents.ts';

/** What the entry of a stored file says of its bytes. */
export interface FileEntry {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly objectKey: string;
}

/**
 * Stores a file's bytes in its folder, such as `documents/<entity>`, under their SHA-256, and answers what its
 * entry says of them. The entry is written afterwards: bytes without one, left by a failure in between, are seen by
 * nobody, and taken up by the next try.
 */
export async function storeFile(
  folder: string,
  content: Uint8Array,
  contentType: string,
  { documents }: Pick<DocumentDeps, 'documents'>,
): Promise<FileEntry> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const objectKey = `${folder}/${sha256}`;
  await documents.put({ key: objectKey, content, contentType });
  return { contentType, size: content.length, sha256, objectKey };
}
