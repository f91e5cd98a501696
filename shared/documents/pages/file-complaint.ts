import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { maxProofBytes, type ProofFile, type ProofProblem } from '../domain/proof-file.ts';
import { fileComplaintTexts } from '../texts/index.ts';

const say = words(fileComplaintTexts);

/** The error about a file, for the person who chose it. It ignores the file's name and claimed type. */
export function fileComplaint(
  content: Uint8Array,
  proof: ProofFile | null,
  reader: Spoken,
): string | null {
  if (content.length > maxProofBytes) return say(reader).large;
  return proof === null || proof.ok ? null : say(reader).problems[proof.problem];
}

/** The same for a program, whose errors are in English. */
export function proofComplaint(problem: ProofProblem): string {
  return say({ locale: 'en' }).problems[problem];
}

/** The complaint about a file in which malware was found. */
export function malwareComplaint(reader: Spoken): string {
  return say(reader).malware;
}
