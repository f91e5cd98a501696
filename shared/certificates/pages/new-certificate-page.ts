import * as z from 'zod/mini';
import { readProof } from '../../documents/domain/proof-file.ts';
import { fileComplaint, malwareComplaint } from '../../documents/pages/file-complaint.ts';
import { type CompanyName, entityType, fullName } from '../../kernel/domain/legal-entity.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { entityTypeLabel } from '../../kernel/pages/entity-type-label.ts';
import { fileField } from '../../kernel/pages/file-field.ts';
import {
  button,
  csrfField,
  type FieldErrors,
  formHead,
  textArea,
} from '../../kernel/pages/form.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, money, notice } from '../../kernel/pages/text.ts';
import type { Eligibility, StandingFacts } from '../../registry/domain/good-standing.ts';
import { Contest } from '../contracts/certificate.ts';
import { type RequestableType, requestableKinds } from '../domain/certificate-type.ts';
import { contestFormTexts, newCertificatePageTexts } from '../texts/index.ts';
import { certificateTitle } from './certificate-status.ts';

const textsFor = byLocale(newCertificatePageTexts);

export interface NewCertificate {
  readonly type: RequestableType;
  readonly entity: CompanyName & StandingFacts;
  readonly fee: { readonly amountCents: number; readonly currency: string };
  readonly formId: string;
  readonly now: string;
  /** As last submitted. */
  readonly note?: string;
  readonly errors?: FieldErrors;
}

/** Whether an entity can have the certificate, and why not; with the form, including evidence if taxes are overdue. */
export function newCertificatePage(
  context: PageContext,
  viewer: Viewer,
  view: NewCertificate,
): Html {
  const { type, entity, errors = {} } = view;
  const texts = textsFor(context);
  const { eligible } = eligibilityFor(view);
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(texts.title(certificateTitle(type, context)), errors, context),
      kicker: fullName(entity),
      section: '/portal/legal-entities',
    },
    [
      outcome(context, view),
      html`<h2>${texts.looked}</h2>`,
      facts(context, view, eligible),
      eligible && requestForm(context, viewer.csrfToken, view),
    ],
  );
}

function eligibilityFor({ type, entity, now }: NewCertificate): Eligibility {
  return requestableKinds[type].eligibility(entity, now);
}

function outcome(context: PageContext, view: NewCertificate): Html {
  const texts = textsFor(context);
  const { reason, taxCompliant } = eligibilityFor(view);
  if (reason !== null) {
    const text = reason === 'not_eligible_entity_type' ? texts.wrongType : texts.notActive;
    return notice('warning', texts.impossible, html`<p>${text}</p>`);
  }
  if (taxCompliant === false) {
    return notice('warning', texts.contestable, html`<p>${texts.overdue}</p>`);
  }
  const text = taxCompliant === true ? texts.issuedImmediately : texts.unknown;
  return notice('success', texts.possible, html`<p>${text}</p>`);
}

function facts(
  context: PageContext,
  { entity, fee, now }: NewCertificate,
  eligible: boolean,
): Html {
  const texts = textsFor(context);
  const { dissolutionDate, residency, taxState } = entity;
  const day = (at: string) => formatDay(at, context.locale);
  const { terminationDate } = residency;
  const taxes = { current: texts.paid, overdue: texts.late, unknown: texts.notKnown } as const;
  const gone = dissolutionDate !== null && dissolutionDate <= now;
  const standing = terminationDate === null ? texts.active : texts.until(day(terminationDate));
  return definitionList([
    [texts.type, entityTypeLabel(entityType(entity.optionId), context)],
    [texts.residency, gone ? texts.dissolved(day(dissolutionDate)) : standing],
    [texts.taxes, taxes[taxState]],
    eligible ? [texts.fee, money(fee)] : null,
  ]);
}

function requestForm(context: PageContext, csrfToken: string, view: NewCertificate): Html {
  const texts = textsFor(context);
  const { formId } = view;
  const contested = eligibilityFor(view).taxCompliant === false;
  return html`<form method="post" enctype="multipart/form-data" novalidate>
<input type="hidden" name="${csrfField}" value="${csrfToken}">
<input type="hidden" name="formId" value="${formId}">
${contested && contestFields(context, view)}
${button({ label: texts.request })}
</form>`;
}

function contestFields(context: PageContext, { note = '', errors = {} }: NewCertificate): Content {
  const texts = textsFor(context);
  return [
    html`<h2>${texts.contest}</h2>`,
    textArea({
      name: 'note',
      label: texts.note,
      hint: texts.noteHint,
      value: note,
      error: errors['note'],
    }),
    fileField({
      name: 'proof',
      label: texts.proof,
      hint: texts.proofHint,
      accept: 'application/pdf,image/jpeg,image/png',
      error: errors['proof'],
    }),
  ];
}

const contestTextsFor = byLocale(contestFormTexts);

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
  context: Localized,
): ContestForm {
  const texts = contestTextsFor(context);
  const read = z.safeParse(Contest.shape.note, note);
  const proof = content && readProof(content);
  const errors: Record<string, string> = {};
  if (!read.success) {
    const long = read.error.issues.some(({ code }) => code === 'too_big');
    errors['note'] = note.trim() === '' ? texts.noNote : long ? texts.longNote : texts.note;
  }
  const wrong =
    content === null || content.length === 0
      ? texts.noFile
      : fileComplaint(content, proof, context);
  if (wrong !== null) errors['proof'] = wrong;
  if (!read.success || !proof?.ok || errors['proof'] !== undefined) {
    return { ok: false, errors };
  }
  return { ok: true, note: read.data, content: proof.content, contentType: proof.contentType };
}

/** The error for a file that contains malware. */
export function malwareError(context: Localized): FieldErrors {
  return { proof: malwareComplaint(context) };
}
