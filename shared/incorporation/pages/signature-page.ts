import { agreementText, digestLink } from '../../agreements/agreement-text.ts';
import type { PublishedText } from '../../agreements/register.ts';
import { errorSummary } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { type LayoutOptions, layout } from '../../kernel/pages/layout.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import { inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import type { AgreementSignature, ApplicationState } from '../application.ts';
import { particularRows, type ShownApplication } from './application-particulars.ts';
import { signatureState } from './signature-state.ts';

/** An application as its signature page shows it. */
export type ApplicationToSign = ApplicationState &
  ShownApplication & {
    /** Where whoever made the application wants the signer to be led. */
    readonly redirectUrl: string | null;
  };

/** The form as it was sent last. */
export interface SignatureForm extends SentSignature {
  readonly csrfToken: string;
  /** SHA-256 of what the application says. */
  readonly particularsSha256: string;
}

export interface SignaturePageOptions {
  readonly application: ApplicationToSign;
  /** The text that is to be signed, or that was; null when its words are not known. */
  readonly text: PublishedText | null;
  /** Null when there is nothing to sign any more. */
  readonly form: SignatureForm | null;
  /** The form was sent for an agreement that somebody had signed before. */
  readonly repeated?: boolean;
}

/**
 * The page behind a signature link: who applies for what, the whole agreement, and the form; once it is
 * signed, when and by whom, and how the application stands.
 */
export function signaturePage(site: Site, options: SignaturePageOptions): Html {
  return layout(inEnglish(site), headOf(options), contentOf(site, options));
}

/** The same for the application's owner, who is signed in. */
export function ownerSignaturePage(
  site: Site,
  reader: Reader,
  options: SignaturePageOptions,
): Html {
  return portalLayout(inEnglish(site), reader, headOf(options), contentOf(site, options));
}

function headOf({ application, form }: SignaturePageOptions): Omit<LayoutOptions, 'account'> {
  const errors = form?.errors ?? {};
  const heading =
    application.agreement === null
      ? 'Sign the Agreement of Coexistence'
      : 'The agreement is signed';
  return {
    title: Object.keys(errors).length > 0 ? `Error: ${heading}` : heading,
    heading,
    kicker: `Application of ${application.name} ${application.extension}`,
    before: errorSummary(errors),
  };
}

function contentOf(site: Site, options: SignaturePageOptions): Content {
  const { application, text, form: fields, repeated = false } = options;
  const { agreement } = application;
  return [
    repeated && notice('warning', 'The agreement has already been signed', nothingChanged),
    signatureState(application),
    agreement !== null && signatureRecord(site, agreement, text),
    html`<h2>The application</h2>`,
    definitionList(particularRows(application)),
    text !== null && agreementText(site, text),
    fields !== null && application.redirectUrl !== null && wayOn(application.redirectUrl),
    fields !== null &&
      text !== null &&
      signingForm(fields.csrfToken, toSign(application, text, fields), fields),
  ];
}

/**
 * Announced beforehand, because whoever made the application chose the address, and the registry is not
 * responsible for what is there.
 */
function wayOn(redirectUrl: string): Html {
  return html`<p>When you have signed, you are led to <strong>${new URL(redirectUrl).host}</strong>, which is not part of the registry.</p>`;
}

const nothingChanged = html`<p>Your form changed nothing. This is the signature that counts.</p>`;

function signatureRecord(
  site: Site,
  { signerName, signedAt, agreementVersion, agreementSha256 }: AgreementSignature,
  text: PublishedText | null,
): Html {
  return definitionList([
    signerName === null ? null : ['Signed by', html`<strong>${signerName}</strong>`],
    ['Signed on', instant(signedAt)],
    ['Agreement', text === null ? agreementVersion : `${text.title}, ${agreementVersion}`],
    ['SHA-256 of its text', digestLink(site, agreementSha256)],
  ]);
}

function toSign(
  { name, extension }: ApplicationToSign,
  { sha256 }: PublishedText,
  { particularsSha256 }: SignatureForm,
): ToSign {
  const entityName = `${name} ${extension}`;
  return {
    statement: `I have read the Agreement of Coexistence, accept it for ${entityName}, and am entitled to sign.`,
    action: 'Sign the agreement',
    shown: { agreementSha256: sha256, entityName, particularsSha256 },
  };
}
