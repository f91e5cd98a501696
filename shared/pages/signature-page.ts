import { legalEntityAgreement } from '../agreements/legal-entity-agreement.ts';
import type { AgreementSignature, ApplicationState } from '../domain/application.ts';
import { agreementText } from './agreement-text.ts';
import { type ApplicationParticulars, particularRows } from './application-particulars.ts';
import { errorSummary } from './form.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { signatureState } from './signature-state.ts';
import { type SentSignature, signingForm, type ToSign } from './signing-form.ts';
import type { Site } from './site.ts';
import { definitionList, exact, instant, notice } from './text.ts';

/** An application as its signature page shows it. */
export interface ApplicationToSign extends ApplicationState, ApplicationParticulars {}

/** What the reader can still do: sign, with the form as it was sent last; or only read. */
export interface SignatureForm extends SentSignature {
  readonly csrfToken: string;
}

export interface SignaturePageOptions {
  readonly application: ApplicationToSign;
  /** SHA-256 of the agreement's text as it stands, hexadecimal. */
  readonly agreementSha256: string;
  readonly form: SignatureForm | null;
  /** The form was sent for an agreement that somebody had signed before. */
  readonly repeated?: boolean;
}

/**
 * The page behind a signature link: who applies for what, the whole agreement, and the form; once it is
 * signed, when and by whom, and how the application stands.
 */
export function signaturePage(site: Site, options: SignaturePageOptions): Html {
  const { application, agreementSha256, form: fields, repeated = false } = options;
  const { agreement } = application;
  const entity = `${application.name} ${application.extension}`;
  const errors = fields?.errors ?? {};
  const title =
    agreement === null ? 'Sign the Agreement of Coexistence' : 'The agreement is signed';
  return layout(
    site,
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      kicker: `Application of ${entity}`,
      before: errorSummary(errors),
    },
    [
      repeated && notice('warning', 'The agreement has already been signed', nothingChanged),
      signatureState(application),
      agreement !== null && signatureRecord(agreement),
      html`<h2>The application</h2>`,
      definitionList(particularRows(application)),
      (agreement === null || agreement.agreementSha256 === agreementSha256) &&
        agreementText(site, legalEntityAgreement, agreementSha256),
      fields !== null && signingForm(fields.csrfToken, toSign(entity, agreementSha256), fields),
    ],
  );
}

const nothingChanged = html`<p>Your form changed nothing. This is the signature that counts.</p>`;

function signatureRecord(agreement: AgreementSignature): Html {
  const { signerName, signedAt, agreementVersion, agreementSha256 } = agreement;
  return definitionList([
    signerName === null ? null : ['Signed by', html`<strong>${signerName}</strong>`],
    ['Signed on', instant(signedAt)],
    ['Agreement', `${legalEntityAgreement.title}, ${agreementVersion}`],
    ['SHA-256 of its text', exact(agreementSha256)],
  ]);
}

function toSign(entity: string, agreementSha256: string): ToSign {
  return {
    statement: `I have read the Agreement of Coexistence, accept it for ${entity}, and am entitled to sign.`,
    action: 'Sign the agreement',
    shown: { field: 'agreementSha256', value: agreementSha256 },
  };
}
