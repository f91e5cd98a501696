import type { PublishedText } from '../../documents/agreements/register.ts';
import { agreementText, digestLink } from '../../documents/pages/agreement-text.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { formHead } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type {
  ResidencyAcceptance,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';
import { residencyParticulars, residencySummary } from './residency-particulars.ts';
import { stillMissing } from './residency-words.ts';

const say = words({
  en: {
    kicker: 'Application for residency',
    signed: 'The agreement is signed',
    sign: 'Sign the Agreement of Coexistence',
    before: 'The agreement was already signed',
    beforeText: 'Your signature was not saved. The signature below is the valid one.',
    application: 'Application',
    lead: 'Read the agreement, then sign below. If the application changes later, you must sign again with a new link.',
    newer: 'There is a newer link',
    newerText: {
      unsigned:
        'The application was changed after this link was created. No one signed with this link.',
      signed: 'The application was changed after this link was created. The new version is signed.',
      voided: (at: Html) =>
        html`The application was changed on ${at}. The previous signature is no longer valid. The new version must be signed.`,
    },
    ask: 'Ask the person who gave you this link for the new one.',
    mailed: 'We emailed the new link to the applicant.',
    approved: 'Application approved',
    approvedText: (at: Html | null) => html`Decided on ${at}. We emailed the applicant.`,
    rejected: 'Application rejected',
    rejectedText: (at: Html | null) => html`Decided on ${at}. We sent the reason to the applicant.`,
    submitted: 'Application submitted',
    submittedText: (at: Html | null) =>
      html`Under review since ${at}. We will notify the applicant of the decision.`,
    thanks: 'Thank you',
    signedBy: 'Signed by',
    signedOn: 'Signed on',
    agreement: 'Agreement',
    digest: 'SHA-256 of its text',
    statement:
      'I have read the Agreement of Coexistence and accept it, and I am the applicant named above.',
    action: 'Sign the agreement',
  },
  es: {
    kicker: 'Solicitud de residencia',
    signed: 'El acuerdo está firmado',
    sign: 'Firme el Acuerdo de Convivencia',
    before: 'El acuerdo ya estaba firmado',
    beforeText: 'Su firma no se guardó. La firma de abajo es la válida.',
    application: 'Solicitud',
    lead: 'Lea el acuerdo y firme abajo. El texto válido es el texto en inglés. Si la solicitud cambia después, debe firmar de nuevo con otro enlace.',
    newer: 'Hay un enlace más nuevo',
    newerText: {
      unsigned: 'La solicitud cambió después de crearse este enlace. Nadie firmó con este enlace.',
      signed:
        'La solicitud cambió después de crearse este enlace. La versión nueva ya está firmada.',
      voided: (at: Html) =>
        html`La solicitud se modificó el ${at}. La firma anterior ya no es válida. Hay que firmar la nueva versión.`,
    },
    ask: 'Pida el enlace nuevo a quien le dio este.',
    mailed: 'Enviamos el enlace nuevo por correo electrónico a la persona solicitante.',
    approved: 'Solicitud aprobada',
    approvedText: (at: Html | null) =>
      html`Decidida el ${at}. Avisamos al solicitante por correo electrónico.`,
    rejected: 'Solicitud rechazada',
    rejectedText: (at: Html | null) => html`Decidida el ${at}. Enviamos el motivo al solicitante.`,
    submitted: 'Solicitud presentada',
    submittedText: (at: Html | null) =>
      html`En revisión desde el ${at}. Comunicaremos la decisión al solicitante.`,
    thanks: 'Gracias',
    signedBy: 'Firmado por',
    signedOn: 'Firmado el',
    agreement: 'Acuerdo',
    digest: 'SHA-256 de su texto',
    statement:
      'He leído el Acuerdo de Convivencia y lo acepto, y soy la persona solicitante indicada arriba.',
    action: 'Firmar el acuerdo',
  },
});

/** The form as it was sent last. */
export interface AgreementForm extends SentSignature {
  readonly csrfToken: string;
}

export interface ResidencyAgreementPageOptions {
  readonly application: ResidencyApplicationState;
  /** The text that must be signed, or that was; null when its words are not known. */
  readonly text: PublishedText | null;
  /** Null when there is nothing to sign any more. */
  readonly form: AgreementForm | null;
  /** The form was sent for an agreement that someone had signed before. */
  readonly repeated?: boolean;
}

/**
 * The page behind the link to a residency application's agreement: who applies for what, the whole agreement,
 * and the form; once it is signed, when and by whom, and what comes next.
 */
export function residencyAgreementPage(site: Site, options: ResidencyAgreementPageOptions): Html {
  const { application, text, form: fields, repeated = false } = options;
  const { data, agreement } = application;
  const signed = agreement.acceptedAt !== null;
  const errors = fields?.errors ?? {};
  const said = say(site);
  const title = signed ? said.signed : said.sign;
  return layout(
    site,
    {
      ...formHead(title, errors, site),
      kicker: said.kicker,
    },
    [
      repeated && notice('warning', said.before, html`<p>${said.beforeText}</p>`),
      signed
        ? stateOf(site, application)
        : fields !== null && html`<p class="lead">${said.lead}</p>`,
      signed && record(site, agreement, text),
      html`<h2>${said.application}</h2>`,
      // With nothing left to sign, the holder of the link sees no more than necessary.
      definitionList(
        fields === null ? residencySummary(data, site) : residencyParticulars(data, site),
      ),
      text !== null && agreementText(site, text),
      fields !== null &&
        text !== null &&
        signingForm(fields.csrfToken, toSign(site, text.sha256), fields, site),
    ],
  );
}

/** A link of an application that was changed since: it tells nothing of the application but what became of its signature. */
export function agreementLinkOverPage(
  site: Site,
  { acceptedAt, invalidatedAt }: Pick<ResidencyAcceptance, 'acceptedAt' | 'invalidatedAt'>,
): Html {
  const { newer, kicker, newerText, ask, mailed } = say(site);
  const voided = acceptedAt === null && invalidatedAt !== null;
  const text = voided
    ? newerText.voided(instant(invalidatedAt, site))
    : acceptedAt === null
      ? newerText.unsigned
      : newerText.signed;
  return layout(site, { title: newer, kicker }, [
    html`<p class="lead">${text}</p>`,
    acceptedAt === null && html`<p>${voided ? mailed : ask}</p>`,
  ]);
}

function stateOf(site: Site, application: ResidencyApplicationState): Html {
  const said = say(site);
  const on = (at: string | null) => (at === null ? null : instant(at, site));
  const { statusId, submittedAt, approvedAt, rejectedAt } = application;
  switch (statusId) {
    case 'Approved':
      return notice('success', said.approved, html`<p>${said.approvedText(on(approvedAt))}</p>`);
    case 'Rejected':
      return notice('info', said.rejected, html`<p>${said.rejectedText(on(rejectedAt))}</p>`);
    case 'Pending Review':
      return notice('success', said.submitted, html`<p>${said.submittedText(on(submittedAt))}</p>`);
    case 'Draft':
      return notice('success', said.thanks, html`<p>${stillMissing(application, site)}</p>`);
  }
}

function record(
  site: Site,
  { signerName, acceptedAt, version, sha256 }: ResidencyAcceptance,
  text: PublishedText | null,
): Html {
  const said = say(site);
  return definitionList([
    signerName === null ? null : [said.signedBy, html`<strong>${signerName}</strong>`],
    acceptedAt === null ? null : [said.signedOn, instant(acceptedAt, site)],
    [said.agreement, text === null ? version : `${text.title}, ${version}`],
    sha256 === null ? null : [said.digest, digestLink(site, sha256)],
  ]);
}

/** The sentence that a signer agrees to. */
export function acceptedStatement(reader: Spoken): string {
  return say(reader).statement;
}

function toSign(site: Site, agreementSha256: string): ToSign {
  const { statement, action } = say(site);
  return {
    statement,
    action,
    shown: { agreementSha256 },
  };
}
