import type { AgreementSignature } from '../../incorporation/domain/application.ts';
import { entityType, fullName, type TaxState } from '../../kernel/domain/legal-entity.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { definitionList, exact, instant, money, type Row } from '../../kernel/pages/text.ts';
import type { EntityStatus } from '../../registry/domain/good-standing.ts';
import type { ResidencyApplicationState } from '../../residency/domain/residency-application-state.ts';
import type { EntityView, InvoiceView, PersonView, StandingView } from './review-subject.ts';

/** A section of the page: a heading and its facts. */
export function part(title: string, rows: readonly (Row | null)[]): Html {
  return html`<h2>${title}</h2>
${definitionList(rows)}`;
}

/** The person that a case is about: name, address, permit number, residency. */
export function personRows({ person, residencyActive }: PersonView): readonly Row[] {
  const { email, residentPermitNumber } = person;
  return [
    ['Name', personName(person) ?? 'Not known'],
    ['Email address', email],
    [
      'Resident permit number',
      residentPermitNumber === null ? 'None' : exact(residentPermitNumber),
    ],
    ['Residency', residencyActive ? 'Active' : 'Not active'],
  ];
}

const taxes: Readonly<Record<TaxState, string>> = {
  current: 'All paid',
  overdue: 'Overdue',
  unknown: 'Not known',
};

const statuses: Readonly<Record<EntityStatus, string>> = {
  active: 'Active',
  pending: 'Its residency has not started',
  expired: 'Its residency has expired',
  dissolved: 'Dissolved',
  annulled: 'Annulled',
};

/** The entity of a case, with its status, its taxes and its good standing. */
export function standingRows(entity: EntityView, { status, good }: StandingView): readonly Row[] {
  return [
    ['Legal entity', html`<strong>${fullName(entity)}</strong>`],
    ['Type', entityType(entity.optionId)],
    ['Resident permit number', exact(entity.residentPermitNumber)],
    ['Status', statuses[status]],
    ['Taxes', taxes[entity.taxState]],
    ['In good standing', good === null ? 'Not known' : good ? 'Yes' : 'No'],
  ];
}

/** Who signed which wording and when, for pages. */
export function signatureOf(
  context: Localized,
  { method, signerName, signedAt, agreementVersion }: AgreementSignature,
) {
  const who =
    method === 'manifestation_of_will'
      ? 'Accepted in advance, in the Manifestation of Will'
      : `Signed by ${signerName ?? 'an unknown person'}`;
  return [`${who}, ${agreementVersion}`, html`<br>`, instant(signedAt, context)];
}

/** The state of an identity verification, for pages. */
export function identityOf(
  context: Localized,
  { status, verifiedAt }: ResidencyApplicationState['verification'],
): Content {
  const words = { pending: 'Not verified', approved: 'Verified', declined: 'Declined' };
  if (verifiedAt === null) return words[status];
  return [
    `${words[status]}. The history shows who recorded it.`,
    html`<br>`,
    instant(verifiedAt, context),
  ];
}

/** Whether, how and when a fee was paid. */
export function feeRow(
  context: Localized,
  paidAt: string | null,
  invoice: InvoiceView | null,
): Row {
  if (paidAt === null) return ['Fee', 'Not paid'];
  const how =
    invoice && `${money(invoice)}, paid${invoice.voucherCode === null ? '' : ' with a voucher'}`;
  return ['Fee', [how ?? 'Paid', html`<br>`, instant(paidAt, context)]];
}

/** A row with a time; null if there is none. */
export function instantRow(context: Localized, term: string, at: string | null): Row | null {
  return at === null ? null : [term, instant(at, context)];
}

/** A row with a text; null if there is no text. */
export function optionalRow(term: string, text: string | null): Row | null {
  return text === null ? null : [term, text];
}

/** A row with a referral code; null without one. */
export function referralRow(code: string | null): Row | null {
  return code === null ? null : ['Referral code', exact(code)];
}

/** A name after a verb: `by Ada Lovelace`, `by the partner`. */
export function byWhom(name: string | null): string {
  const inSentence = name?.replace(
    /^(?:An operator|The (?:partner|registry’s software|sandbox))$/,
    (words) => words.replace(/^./, (first) => first.toLowerCase()),
  );
  return `by ${inSentence ?? 'an unknown person'}`;
}
