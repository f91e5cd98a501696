import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PartnerKeyCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import { readOwnAmendment } from '../../amendments/usecases/read-amendment.ts';
import { readCertificateRequest } from '../../certificates/usecases/read-certificate-request.ts';
import type { DocumentDeps, UploadDeps } from '../../documents/deps/documents.ts';
import { maxProofBytes, readProof } from '../../documents/domain/proof-file.ts';
import * as documentErrors from '../../documents/errors/document-errors.ts';
import { fileComplaint, proofComplaint } from '../../documents/pages/file-complaint.ts';
import { storeUpload } from '../../documents/usecases/uploads.ts';
import { readOwnApplication } from '../../incorporation/usecases/read-application.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import { transact, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import type { Violation } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import {
  filingConditions,
  readFilingEntity,
} from '../../registry/usecases/read-accessible-entity.ts';
import { findProofOfAddress } from '../../residency/db/residency-applications.ts';
import { readResidencyApplication } from '../../residency/usecases/read-residency-application.ts';
import { AnswerFields } from '../../reviews/contracts/information-contract.ts';
import {
  findReview,
  findReviewAnswer,
  newReviewAnswerWrite,
  reviewWrites,
  type StoredReviewAnswer,
} from '../../reviews/db/reviews.ts';
import { questionedReview, type ReviewState } from '../../reviews/domain/review.ts';
import * as reviewErrors from '../../reviews/errors/review-errors.ts';
import { informationErrors, type ReviewedItem } from '../../reviews/usecases/reviewed.ts';
import { answerInformationTexts } from '../texts/index.ts';
import { readReviewed, reviewedOf } from './reviewed-filings.ts';

/** An applicant's answer to a reviewer's question. */
export interface SentAnswer {
  /** The question that the applicant saw. */
  readonly requestId: string;
  readonly text: string;
  /** A type that is allowed for proofs and matches the bytes. */
  readonly file: { readonly content: Uint8Array; readonly contentType: string } | null;
}

/** Who answers, and which case. */
export interface Answerer {
  readonly subjectType: ReviewState['subject']['type'];
  readonly actor: Actor;
  readonly effect: Effect | null;
  /**
   * The case as it is now, with the conditions for the answer's transaction. Throws if this caller may not answer it.
   */
  read(): Promise<{ readonly item: ReviewedItem; readonly conditions: Writes }>;
}

/**
 * Answers the open question, once, and notifies the reviewer who asked. The case stays under review, and its invoice
 * and the time of its submission stay the same. The file is stored first. If a failure follows, there is no answer and
 * no one can see the file. A form's boundaries differ in each attempt, so a repeat is recognized by its content and
 * gets the first answer.
 *
 * Errors: those of `read`; 409 `upload.refused`; 409 `information.not_requested` if nothing was ever asked,
 * `information.answered`, `information.other_question` if another question was asked since, `information.closed` once
 * the case is decided or withdrawn.
 */
export function answerInformation(
  sent: SentAnswer,
  answerer: Answerer,
  deps: UploadDeps,
): Promise<StoredReviewAnswer> {
  const { effect } = answerer;
  const { requestId, text, file } = sent;
  const sha256 = file && createHash('sha256').update(file.content).digest('hex');
  return onceEffect(effect && { ...effect, content: [requestId, text, sha256] }, deps, {
    run: (note) => retryOnConflict(() => answer(sent, { ...answerer, note }, deps)),
    again: (place) => answerAt(place, deps),
  });
}

async function answer(
  { requestId, text, file }: SentAnswer,
  { subjectType, actor, note, read }: Answerer & { readonly note: NoteEffect },
  deps: UploadDeps,
): Promise<StoredReviewAnswer | typeof lostRace> {
  const at = deps.now().toISOString();
  const { item, conditions } = await read();
  const rules = reviewedOf(subjectType);
  const command = { type: 'answer_information', requestId } as const;
  const next = rules.decide(item, command, at);
  const reviewId = item.informationRequest?.reviewId;
  if (!next.ok || reviewId === undefined) throw refused(next.ok ? 'not_requested' : next.reason);
  const review = await findReview(deps.table, reviewId);
  if (review === null) throw new Error(`review ${reviewId} does not exist`);
  const answered = questionedReview(review, command, at);
  if (!answered.ok) throw refused(answered.reason);
  const { personId } = actor;
  const stored =
    file &&
    (await storeUpload(
      {
        ...file,
        folder: 'information',
        owner: reviewId,
        uploader: { kind: 'information', reviewId, requestId, personId },
      },
      deps,
    ));
  const kept: StoredReviewAnswer = { reviewId, requestId, at, by: actor, text, file: stored };
  const outcome = await transact(deps.table, {
    ...reviewWrites(answered.next, review),
    ...rules.writes(next.next),
    answer: newReviewAnswerWrite(kept),
    // Refused if the same request was carried out in the meantime. Its answer is then returned.
    effect: note(placeOf(kept)),
    ...conditions,
    notification: mailWrite(deps.newId(), at, {
      template: 'information_answered',
      reviewId,
      requestId,
    }),
    ...auditAct(deps, {
      at,
      actor,
      action: `${subjectType}.information_answered`,
      subject: { type: subjectType, id: item.id },
      details: {
        reviewId,
        requestId,
        ...(stored && {
          contentType: stored.contentType,
          size: stored.size,
          sha256: stored.sha256,
        }),
      },
    }),
  });
  return outcome.kind === 'written' ? kept : lostRace;
}

/** All other refusals mean that the case is no longer under review; each has its own error. */
function refused(reason: string): Error {
  return (
    new Map(Object.entries(informationErrors)).get(reason)?.() ?? reviewErrors.informationClosed()
  );
}

/** The id of an answer, as its effect is recorded. */
function placeOf({ reviewId, requestId }: StoredReviewAnswer): string {
  return `${reviewId} ${requestId}`;
}

async function answerAt(place: string, { table }: DocumentDeps): Promise<StoredReviewAnswer> {
  const [reviewId = '', requestId = ''] = place.split(' ');
  const found = await findReviewAnswer(table, { reviewId, requestId });
  if (found === null) throw new Error('the answer of an earlier attempt is not there');
  return found;
}

const textsFor = byLocale(answerInformationTexts);

/** The parts of a form with files that are used here. */
interface SentForm {
  readonly texts: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly { readonly field: string; readonly content: Uint8Array }[];
}

/**
 * The answer in a program's form. Other text fields, the file's name and its declared type are ignored.
 *
 * Errors, in this order: 400 `Invalid request body` if it is not a form, or fields are missing, malformed or repeated;
 * `No file provided` if the file is empty or was sent as text; `File size exceeds 4.5MB limit`; `Unsupported file
 * type…`.
 */
export function checkAnswer(
  form: SentForm | null,
  violations: (issues: readonly z.core.$ZodIssue[], input: unknown) => readonly Violation[],
): SentAnswer {
  if (form === null) {
    throw apiErrors.invalidField([], 'The body is not complete multipart/form-data');
  }
  const input = { ...form.texts, ...inLines(form) };
  const fields = z.safeParse(AnswerFields, input);
  if (!fields.success) throw apiErrors.invalidBody(violations(fields.error.issues, input));
  const { requestId, answer: text } = fields.data;
  const [file, another] = form.files;
  if (another !== undefined) throw apiErrors.invalidField(['file'], 'Must be the only file');
  // A part without a file name is text. An answer can be sent only once, so it is refused without its file.
  if ('file' in form.texts) throw documentErrors.uploadWithoutFile();
  if (file === undefined) return { requestId: requestId.toLowerCase(), text, file: null };
  if (file.field !== 'file' || file.content.length === 0) throw documentErrors.uploadWithoutFile();
  const { content } = file;
  if (content.length > maxProofBytes) throw documentErrors.fileTooLarge();
  const proof = readProof(content);
  if (!proof.ok) throw documentErrors.unsupportedFileType(proofComplaint(proof.problem));
  return { requestId: requestId.toLowerCase(), text, file: proof };
}

type Checked =
  | { readonly ok: true; readonly sent: SentAnswer }
  | {
      readonly ok: false;
      readonly shown: { readonly text: string; readonly errors: Readonly<Record<string, string>> };
    };

/** The same for the page's form, with the page's error messages. A browser sends an empty file if none was chosen. */
export function checkAnswerForm(form: SentForm | null, context: Localized): Checked {
  const { answer: text = '' } = inLines(form);
  const fields = z.safeParse(AnswerFields, { ...form?.texts, answer: text });
  const file = form?.files.find(({ field, content }) => field === 'file' && content.length > 0);
  const proof = file ? readProof(file.content) : null;
  const errors: Record<string, string> = {};
  if (!fields.success) errors['answer'] = answerComplaint(text, context);
  const wrong = file && fileComplaint(file.content, proof, context);
  if (wrong) errors['file'] = wrong;
  if (!fields.success || Object.keys(errors).length > 0)
    return { ok: false, shown: { text, errors } };
  const { requestId, answer } = fields.data;
  return { ok: true, sent: { requestId, text: answer, file: proof?.ok ? proof : null } };
}

function answerComplaint(text: string, context: Localized): string {
  const { none, long, strange } = textsFor(context);
  if (text.trim() === '') return none;
  return text.trim().length > 2000 ? long : strange;
}

/** Browsers end lines with two characters, CR and LF. */
function inLines(form: SentForm | null): { readonly answer?: string } {
  const sent = form?.texts['answer'];
  return typeof sent === 'string' ? { answer: sent.replaceAll('\r\n', '\n') } : {};
}

export type Answerable = Pick<Answerer, 'subjectType' | 'read'> & {
  /** A file uploaded earlier for the case, by its id; null if it does not exist. Absent if the case has no uploads. */
  readonly upload?: (
    id: string,
  ) => Promise<{ readonly objectKey: string; readonly contentType: string } | null>;
};

/** An application of the key's owner. Error of `read`: 404. */
export function answerableApplication(
  id: string,
  caller: PersonalKeyCaller,
  { table }: CoreDeps,
): Answerable {
  return {
    subjectType: 'legal_entity_application',
    read: async () => ({ item: await readOwnApplication(table, id, caller), conditions: {} }),
  };
}

/** A filing of an entity for which the key may file. Errors of `read`: 403 without a Manifestation of Will; 404. */
export function answerableAmendment(
  of: { readonly entityId: string; readonly filingId: string },
  caller: PersonalKeyCaller,
  { table }: CoreDeps,
): Answerable {
  return {
    subjectType: 'amendment',
    read: async () => ({
      item: (await readOwnAmendment(table, of, caller)).amendment,
      conditions: filingConditions(of.entityId, caller),
    }),
  };
}

/** The same for a request for a Certificate of Good Standing. */
export function answerableCertificateRequest(
  of: { readonly entityId: string; readonly requestId: string },
  caller: PersonalKeyCaller,
  deps: CoreDeps,
): Answerable {
  return {
    subjectType: 'certificate_request',
    async read() {
      await readFilingEntity(deps.table, of.entityId, caller);
      const item = await readCertificateRequest(of, caller, deps);
      return { item, conditions: filingConditions(of.entityId, caller) };
    },
  };
}

/** An application of the key's integration. Error of `read`: 404. */
export function answerableResidencyApplication(
  id: string,
  caller: PartnerKeyCaller,
  deps: CoreDeps,
): Answerable {
  return {
    subjectType: 'residency_application',
    read: async () => ({
      item: (await readResidencyApplication(id, caller, deps)).application,
      conditions: {},
    }),
    async upload(uploadId) {
      const proof = await findProofOfAddress(deps.table, uploadId);
      return proof?.applicationId === id ? proof : null;
    },
  };
}

/** The case of a review, for a signed-in person. Error, here and of `read`: 404 if they may not answer it. */
export async function answerableCase(
  reviewId: string,
  person: StoredPerson,
  { table }: Pick<CoreDeps, 'table'>,
) {
  const review = await findReview(table, reviewId);
  if (review === null) throw apiErrors.notFound();
  const { subject } = review;
  return {
    review,
    subjectType: subject.type,
    async read() {
      const { rules, item } = await readReviewed(subject, table);
      const conditions = await rules.answerableBy(item, person, table);
      if (conditions === null) throw apiErrors.notFound();
      const withdrawn = rules.isWithdrawn?.(item) ?? false;
      return { item, conditions, withdrawn, name: await rules.name(item, table) };
    },
    /** The answer to the last question; null before there is one. */
    async readAnswer() {
      const { informationRequest: asked } = review;
      if (asked === undefined || asked.answeredAt === null) return null;
      return findReviewAnswer(table, { reviewId, requestId: asked.id });
    },
  };
}
