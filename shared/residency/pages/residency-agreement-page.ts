import { agreementText, digestLink } from '../../agreements/agreement-text.ts';
import type { PublishedText } from '../../agreements/register.ts';
import { errorSummary } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import { inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import type {
  ResidencyAcceptance,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';
import { residencyParticulars, residencySummary } from './residency-particulars.ts';
import { stillMissing } from './residency-words.ts';

/** The form as it was sent last. */
export interface AgreementForm extends SentSignature {
  readonly csrfToken: string;
}

export interface ResidencyAgreementPageOptions {
  readonly application: ResidencyApplicationState;
  /** The text that is to be signed, or that was; null when its words are not known. */
  readonly text: PublishedText | null;
  /** Null when there is nothing to sign any more. */
  readonly form: AgreementForm | null;
  /** The form was sent for an agreement that somebody had signed before. */
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
  const title = signed ? 'The agreement is signed' : 'Sign the Agreement of Coexistence';
  return layout(
    inEnglish(site),
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      kicker: 'Application for residency',
      before: errorSummary(errors),
    },
    [
      repeated &&
        notice(
          'warning',
          'The agreement has already been signed',
          html`<p>Your form changed nothing. This is the signature that counts.</p>`,
        ),
      signed ? stateOf(application) : fields !== null && lead,
      signed && record(site, agreement, text),
      html`<h2>The application</h2>`,
      // With nothing left to sign, the holder of the link sees no more than necessary.
      definitionList(fields === null ? residencySummary(data) : residencyParticulars(data)),
      text !== null && agreementText(site, text),
      fields !== null &&
        text !== null &&
        signingForm(fields.csrfToken, toSign(text.sha256), fields),
    ],
  );
}

const lead = html`<p class="lead">Read the agreement, then sign below. If the application is changed afterwards, it has to be signed again, under another link.</p>`;

/** A link of an application that was changed since: it tells nothing of the application. */
export function agreementLinkOverPage(site: Site): Html {
  return layout(
    inEnglish(site),
    { title: 'There is a newer link', kicker: 'Application for residency' },
    [
      html`<p class="lead">The application was changed after this link was made, so that what it shows is no longer what would be signed. Nothing was signed here.</p>`,
      html`<p>Ask whoever gave you the link for the new one.</p>`,
    ],
  );
}

function stateOf(application: ResidencyApplicationState): Html {
  const { statusId, submittedAt, approvedAt, rejectedAt } = application;
  switch (statusId) {
    case 'Approved':
      return notice(
        'success',
        'The application was approved',
        html`<p>It was decided on ${instantOf(approvedAt)}. The applicant was told by mail.</p>`,
      );
    case 'Rejected':
      return notice(
        'info',
        'The application was rejected',
        html`<p>It was decided on ${instantOf(rejectedAt)}. The applicant was told the reason.</p>`,
      );
    case 'Pending Review':
      return notice(
        'success',
        'The application was submitted',
        html`<p>It has been under review since ${instantOf(submittedAt)}. The applicant will be told the decision.</p>`,
      );
    case 'Draft':
      return notice('success', 'Thank you', html`<p>${stillMissing(application)}</p>`);
  }
}

function record(
  site: Site,
  { signerName, acceptedAt, version, sha256 }: ResidencyAcceptance,
  text: PublishedText | null,
): Html {
  return definitionList([
    signerName === null ? null : ['Signed by', html`<strong>${signerName}</strong>`],
    acceptedAt === null ? null : ['Signed on', instant(acceptedAt)],
    ['Agreement', text === null ? version : `${text.title}, ${version}`],
    sha256 === null ? null : ['SHA-256 of its text', digestLink(site, sha256)],
  ]);
}

function toSign(agreementSha256: string): ToSign {
  return {
    statement:
      'I have read the Agreement of Coexistence and accept it, and I am the applicant named above.',
    action: 'Sign the agreement',
    shown: { agreementSha256 },
  };
}

function instantOf(at: string | null): Html | null {
  return at === null ? null : instant(at);
}
