import * as z from 'zod/mini';
import { readProof } from '../../documents/domain/proof-file.ts';
import { fileComplaint, malwareComplaint } from '../../documents/pages/file-complaint.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import type { FieldErrors } from '../../kernel/pages/form.ts';
import { Contest } from '../contracts/certificate.ts';
import { contestFormTexts } from '../texts/index.ts';

const textsFor = byLocale(contestFormTexts);

export type ContestForm =
  | {
      readonly ok: true;
      readonly note: string;
      readonly content: Uint8Array;
      readonly contentType: string;
    }
  | { readonly ok: false; readonly errors: FieldErrors };

/** The evidence against overdue taxes from a form, or its errors by field. */
export function contestForm(
  { note, content }: { readonly note: string; readonly content: Uint8Array | null },
  reader: Localized,
): ContestForm {
  const texts = textsFor(reader);
  const read = z.safeParse(Contest.shape.note, note);
  const proof = content && readProof(content);
  const errors: Record<string, string> = {};
  if (!read.success) {
    const long = read.error.issues.some(({ code }) => code === 'too_big');
    errors['note'] = note.trim() === '' ? texts.noNote : long ? texts.longNote : texts.note;
  }
  const wrong =
    content === null || content.length === 0 ? texts.noFile : fileComplaint(content, proof, reader);
  if (wrong !== null) errors['proof'] = wrong;
  if (!read.success || !proof?.ok || errors['proof'] !== undefined) {
    return { ok: false, errors };
  }
  return { ok: true, note: read.data, content: proof.content, contentType: proof.contentType };
}

/** The error for a file that contains malware. */
export function malwareError(reader: Localized): FieldErrors {
  return { proof: malwareComplaint(reader) };
}
