import * as z from 'zod/mini';
import { maxProofBytes, readProof } from '../../documents/domain/proof-file.ts';
import { fileComplaint, proofComplaint } from '../../documents/pages/file-complaint.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import type { Violation } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { words } from '../../kernel/pages/words.ts';
import { AnswerFields } from '../../reviews/contracts/answer-contract.ts';
import type { SentAnswer } from './answer-information.ts';

const say = words({
  en: {
    none: 'Write an answer: the reviewer reads it',
    long: 'The answer must have at most 2000 characters',
    strange: 'The answer has characters that cannot be shown: write it again',
  },
  es: {
    none: 'Escriba una respuesta: el revisor la lee',
    long: 'La respuesta debe tener como máximo 2000 caracteres',
    strange: 'La respuesta tiene caracteres que no se pueden mostrar: escríbala de nuevo',
  },
});

/** A form with files, as far as it matters here. */
interface SentForm {
  readonly texts: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly { readonly field: string; readonly content: Uint8Array }[];
}

/**
 * The answer in a form that a program sent; other text fields are ignored, and so are the file's name and the type that
 * it claims.
 *
 * Errors, in this order: 400 `Invalid request body` for what is no form, and for missing, malformed and repeated fields;
 * `No file provided` for an empty one, and for one that was sent as text; `File size exceeds 4.5MB limit`; `Unsupported file type…`.
 */
export function checkAnswer(
  form: SentForm | null,
  violations: (issues: readonly z.core.$ZodIssue[], input: unknown) => readonly Violation[],
): SentAnswer {
  if (form === null) {
    throw apiErrors.invalidField([], 'The body is not a whole multipart/form-data');
  }
  const input = { ...form.texts, ...inLines(form) };
  const fields = z.safeParse(AnswerFields, input);
  if (!fields.success) throw apiErrors.invalidBody(violations(fields.error.issues, input));
  const { requestId, answer: text } = fields.data;
  const [file, another] = form.files;
  if (another !== undefined) throw apiErrors.invalidField(['file'], 'Must be the only file');
  // A part without a file's name is text. An answer can be sent once: not without what was to go with it.
  if ('file' in form.texts) throw apiErrors.uploadWithoutFile();
  if (file === undefined) return { requestId: requestId.toLowerCase(), text, file: null };
  if (file.field !== 'file' || file.content.length === 0) throw apiErrors.uploadWithoutFile();
  const { content } = file;
  if (content.length > maxProofBytes) throw apiErrors.fileTooLarge();
  const proof = readProof(content);
  if (!proof.ok) throw apiErrors.unsupportedFileType(proofComplaint(proof.problem));
  return { requestId: requestId.toLowerCase(), text, file: proof };
}

type Checked =
  | { readonly ok: true; readonly sent: SentAnswer }
  | {
      readonly ok: false;
      readonly shown: { readonly text: string; readonly errors: Readonly<Record<string, string>> };
    };

/** The same of the page's form, with complaints in its words. A browser sends an empty file where none was chosen. */
export function checkAnswerForm(form: SentForm | null, reader: Spoken): Checked {
  const { answer: text = '' } = inLines(form);
  const fields = z.safeParse(AnswerFields, { ...form?.texts, answer: text });
  const file = form?.files.find(({ field, content }) => field === 'file' && content.length > 0);
  const proof = file ? readProof(file.content) : null;
  const errors: Record<string, string> = {};
  if (!fields.success) errors['answer'] = answerComplaint(text, reader);
  const wrong = file && fileComplaint(file.content, proof, reader);
  if (wrong) errors['file'] = wrong;
  if (!fields.success || Object.keys(errors).length > 0)
    return { ok: false, shown: { text, errors } };
  const { requestId, answer } = fields.data;
  return { ok: true, sent: { requestId, text: answer, file: proof?.ok ? proof : null } };
}

function answerComplaint(text: string, reader: Spoken): string {
  const { none, long, strange } = say(reader);
  if (text.trim() === '') return none;
  return text.trim().length > 2000 ? long : strange;
}

/** Browsers end lines with two characters. */
function inLines(form: SentForm | null): { readonly answer?: string } {
  const sent = form?.texts['answer'];
  return typeof sent === 'string' ? { answer: sent.replaceAll('\r\n', '\n') } : {};
}
