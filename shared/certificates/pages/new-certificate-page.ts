import { dayInWords } from '../../kernel/domain/dates.ts';
import { type CompanyName, entityType, fullName } from '../../kernel/domain/legal-entity.ts';
import { entityTypeInWords } from '../../kernel/pages/entity-type-words.ts';
import { fileField } from '../../kernel/pages/file-field.ts';
import {
  button,
  csrfField,
  type FieldErrors,
  formHead,
  textArea,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { definitionList, money, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { eligibilityOf, type StandingFacts } from '../../registry/domain/good-standing.ts';

const say = words({
  en: {
    title: 'Request a Certificate of Good Standing',
    possible: 'You can request a certificate',
    contestable: 'The taxes are overdue',
    impossible: 'You can’t request a certificate now',
    issuedAtOnce:
      'The legal entity’s residency is active and its taxes are paid. We issue the certificate within minutes after you pay the fee.',
    unknown:
      'The registry does not know if the taxes are paid. A reviewer checks them after you pay the fee, so it takes longer.',
    overdue:
      'Pay the taxes and come back, or send proof here that they are paid. With proof, a reviewer decides after you pay the fee. The fee is not refunded if the reviewer does not agree.',
    wrongType:
      'Only limited liability companies and for-profit corporations can request this certificate.',
    notActive:
      'The legal entity’s residency is not active, or the legal entity is dissolved. Contact the registry.',
    looked: 'Eligibility check',
    type: 'Type',
    residency: 'Residency',
    active: 'Active',
    until: (day: string) => `Until ${day}`,
    dissolved: (day: string) => `Dissolved on ${day}`,
    taxes: 'Taxes',
    paid: 'Paid',
    late: 'Overdue',
    notKnown: 'Not known',
    fee: 'Fee',
    contest: 'Proof that the taxes are paid',
    note: 'Explanation for the reviewer',
    noteHint: 'For example, when and how you paid the taxes. Use 2000 characters or fewer.',
    proof: 'Proof of payment',
    proofHint: 'PDF, JPEG or PNG, up to 4.5 MB. Only you and the reviewers can open it.',
    request: 'Request the certificate',
  },
  es: {
    title: 'Solicitar un certificado de vigencia',
    possible: 'Puede solicitar un certificado',
    contestable: 'Los impuestos están atrasados',
    impossible: 'Ahora no puede solicitar un certificado',
    issuedAtOnce:
      'La residencia de la persona jurídica está activa y sus impuestos están pagados. Emitimos el certificado unos minutos después de que usted pague la tasa.',
    unknown:
      'El registro no sabe si los impuestos están pagados. Un revisor los revisa después de que usted pague la tasa, así que tarda más.',
    overdue:
      'Pague los impuestos y vuelva después, o envíe aquí un comprobante de que están pagados. Con el comprobante, un revisor decide después de que usted pague la tasa. La tasa no se devuelve si el revisor no está de acuerdo.',
    wrongType:
      'Solo las sociedades de responsabilidad limitada y las sociedades anónimas con fines de lucro pueden solicitar este certificado.',
    notActive:
      'La residencia de la persona jurídica no está activa, o la persona jurídica está disuelta. Comuníquese con el registro.',
    looked: 'Revisión de requisitos',
    type: 'Tipo',
    residency: 'Residencia',
    active: 'Activa',
    until: (day: string) => `Hasta el ${day}`,
    dissolved: (day: string) => `Disuelta el ${day}`,
    taxes: 'Impuestos',
    paid: 'Pagados',
    late: 'Atrasados',
    notKnown: 'No se sabe',
    fee: 'Tasa',
    contest: 'Comprobante de que los impuestos están pagados',
    note: 'Explicación para el revisor',
    noteHint: 'Por ejemplo, cuándo y cómo pagó los impuestos. Use 2000 caracteres o menos.',
    proof: 'Comprobante de pago',
    proofHint: 'PDF, JPEG o PNG, de hasta 4,5 MB. Solo usted y los revisores pueden abrirlo.',
    request: 'Solicitar el certificado',
  },
});

export interface NewCertificate {
  readonly entity: CompanyName & StandingFacts;
  readonly fee: { readonly amountCents: number; readonly currency: string };
  readonly formId: string;
  readonly now: string;
  /** As it was sent last. */
  readonly note?: string;
  readonly errors?: FieldErrors;
}

/** Whether an entity can have the certificate, and why not; the form, with what speaks against overdue taxes where it is needed. */
export function newCertificatePage(site: Site, reader: Reader, shown: NewCertificate): Html {
  const { entity, now, errors = {} } = shown;
  const said = say(site);
  const { eligible } = eligibilityOf(entity, now);
  return portalLayout(
    site,
    reader,
    {
      ...formHead(said.title, errors, site),
      kicker: fullName(entity),
      place: '/portal/legal-entities',
    },
    [
      outcome(site, shown),
      html`<h2>${said.looked}</h2>`,
      facts(site, shown),
      eligible && requestForm(site, reader.csrfToken, shown),
    ],
  );
}

function outcome(site: Site, { entity, now }: NewCertificate): Html {
  const said = say(site);
  const { reason, taxCompliant } = eligibilityOf(entity, now);
  if (reason !== null) {
    const text = reason === 'not_eligible_entity_type' ? said.wrongType : said.notActive;
    return notice('warning', said.impossible, html`<p>${text}</p>`);
  }
  if (taxCompliant === false) {
    return notice('warning', said.contestable, html`<p>${said.overdue}</p>`);
  }
  const text = taxCompliant === true ? said.issuedAtOnce : said.unknown;
  return notice('success', said.possible, html`<p>${text}</p>`);
}

function facts(site: Site, { entity, fee, now }: NewCertificate): Html {
  const said = say(site);
  const { dissolutionDate, residency, taxState } = entity;
  const day = (at: string) => dayInWords(at, site.locale);
  const { terminationDate } = residency;
  const taxes = { current: said.paid, overdue: said.late, unknown: said.notKnown } as const;
  const gone = dissolutionDate !== null && dissolutionDate <= now;
  const standing = terminationDate === null ? said.active : said.until(day(terminationDate));
  return definitionList([
    [said.type, entityTypeInWords(entityType(entity.optionId), site)],
    [said.residency, gone ? said.dissolved(day(dissolutionDate)) : standing],
    [said.taxes, taxes[taxState]],
    [said.fee, money(fee)],
  ]);
}

function requestForm(site: Site, csrfToken: string, shown: NewCertificate): Html {
  const said = say(site);
  const { entity, formId, now } = shown;
  const contested = eligibilityOf(entity, now).taxCompliant === false;
  return html`<form method="post" enctype="multipart/form-data" novalidate>
<input type="hidden" name="${csrfField}" value="${csrfToken}">
<input type="hidden" name="formId" value="${formId}">
${contested && contestFields(site, shown)}
${button({ label: said.request })}
</form>`;
}

function contestFields(site: Site, { note = '', errors = {} }: NewCertificate): Content {
  const said = say(site);
  return [
    html`<h2>${said.contest}</h2>`,
    textArea({
      name: 'note',
      label: said.note,
      hint: said.noteHint,
      value: note,
      error: errors['note'],
    }),
    fileField({
      name: 'proof',
      label: said.proof,
      hint: said.proofHint,
      accept: 'application/pdf,image/jpeg,image/png',
      error: errors['proof'],
    }),
  ];
}
