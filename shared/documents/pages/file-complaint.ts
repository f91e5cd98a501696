import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { maxProofBytes, type ProofFile, type ProofProblem } from '../domain/proof-file.ts';
import { fileComplaintTexts } from '../texts/index.ts';

const textsFor = byLocale(fileComplaintTexts);

/** The error for an uploaded file. Ignores the file's name and claimed type. */
export function fileComplaint(
  content: Uint8Array,
  proof: ProofFile | null,
  context: Localized,
): string | null {
  if (content.length > maxProofBytes) return textsFor(context).large;
  return proof === null || proof.ok ? null : textsFor(context).problems[proof.problem];
}

/** The same for API clients, in English. */
export function proofComplaint(problem: ProofProblem): string {
  return textsFor({ locale: 'en' }).problems[problem];
}

/** The error for a file that contains malware. */
export function malwareComplaint(context: Localized): string {
  return textsFor(context).malware;
}
