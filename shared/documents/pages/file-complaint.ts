import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { maxProofBytes, type ProofFile, type ProofProblem } from '../domain/proof-file.ts';
import { fileComplaintTexts } from '../texts/index.ts';

const say = words(fileComplaintTexts);

/** The error for an uploaded file. Ignores the file's name and claimed type. */
export function fileComplaint(
  content: Uint8Array,
  proof: ProofFile | null,
  reader: Spoken,
): string | null {
  if (content.length > maxProofBytes) return say(reader).large;
  return proof === null || proof.ok ? null : say(reader).problems[proof.problem];
}

/** The same for API clients, in English. */
export function proofComplaint(problem: ProofProblem): string {
  return say({ locale: 'en' }).problems[problem];
}

/** The error for a file that contains malware. */
export function malwareComplaint(reader: Spoken): string {
  return say(reader).malware;
}
