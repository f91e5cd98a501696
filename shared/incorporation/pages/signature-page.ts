import type { PublishedText } from '../../documents/agreements/register.ts';
import { agreementText, digestLink } from '../../documents/pages/agreement-text.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { type LayoutOptions, layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { applicationPath, applicationsPath } from '../contracts/portal-application.ts';
import type { AgreementSignature, ApplicationState } from '../domain/application.ts';
import { signaturePageTexts } from '../texts/index.ts';
import { particularRows, type ShownApplication } from './application-particulars.ts';
import { applicationSteps, signatureState } from './application-status.ts';

const textsFor = byLocale(signaturePageTexts);

/** An application as its signature page shows it. */
type ApplicationToSign = ApplicationState &
  ShownApplication & {
    readonly id: string;
    /** Where the applicant sends the signer after signing. */
    readonly redirectUrl: string | null;
  };

/** The form as last submitted. */
export interface SignatureForm extends SentSignature {
  readonly csrfToken: string;
  /** SHA-256 of the application's data. */
  readonly particularsSha256: string;
}

export interface SignaturePageOptions {
  readonly application: ApplicationToSign;
  /** The text to sign or signed; null if that version is unknown. */
  readonly text: PublishedText | null;
  /** Null if nothing is left to sign. */
  readonly form: SignatureForm | null;
  /** The form was submitted for an agreement that was already signed. */
  readonly repeated?: boolean;
}

/**
 * The page of a signature link: the applicant, the application, the full agreement and the form. Once signed: when, by
 * whom, and the application's status.
 */
export function signaturePage(context: PageContext, options: SignaturePageOptions): Html {
  return layout(context, headOf(context, options), contentOf(context, options));
}

/** The same for the application's owner, who is signed in. */
export function ownerSignaturePage(
  context: PageContext,
  viewer: Viewer,
  options: SignaturePageOptions,
): Html {
  const head = { ...headOf(context, options), section: applicationsPath } as const;
  return portalLayout(context, viewer, head, [
    applicationSteps(options.application, context),
    contentOf(context, options, wayBack(context, options.application)),
  ]);
}

function headOf(
  context: PageContext,
  { application, form }: SignaturePageOptions,
): Omit<LayoutOptions, 'account'> {
  const texts = textsFor(context);
  const errors = form?.errors ?? {};
  const heading = application.agreement === null ? texts.sign : texts.signed;
  return {
    ...formHead(heading, errors, context),
    kicker: texts.kicker(`${application.name} ${application.extension}`),
  };
}

/** The owner's link back; holders of a link can't see the application's page. */
function wayBack(context: PageContext, application: ApplicationToSign): Html | false {
  if (application.agreement === null) return false;
  const { statusId, paidAt } = application;
  const { next, pay } = textsFor(context);
  const path = href(context, applicationPath(application.id));
  return statusId === 'Draft' && paidAt === null
    ? html`<p>${linkButton(pay, path)}</p>`
    : html`<p><a href="${path}">${next}</a></p>`;
}

function contentOf(
  context: PageContext,
  options: SignaturePageOptions,
  onwards: Html | false = false,
): Content {
  const { application, text, form: fields, repeated = false } = options;
  const { agreement } = application;
  const texts = textsFor(context);
  return [
    repeated && notice('warning', texts.before, html`<p>${texts.beforeText}</p>`),
    signatureState(application, context),
    onwards,
    agreement !== null && signatureRecord(context, agreement, text),
    html`<h2>${texts.application}</h2>`,
    definitionList(particularRows(application, context)),
    text !== null && agreementText(context, text),
    fields !== null && application.redirectUrl !== null && wayOn(context, application.redirectUrl),
    fields !== null &&
      text !== null &&
      signingForm(fields.csrfToken, toSign(context, application, text, fields), fields, context),
  ];
}

/** Names the destination first, because the applicant chose it and the registry is not responsible for it. */
function wayOn(context: PageContext, redirectUrl: string): Html {
  return html`<p>${textsFor(context).wayOn(html`<strong>${new URL(redirectUrl).host}</strong>`)}</p>`;
}

function signatureRecord(
  context: PageContext,
  { signerName, signedAt, agreementVersion, agreementSha256 }: AgreementSignature,
  text: PublishedText | null,
): Html {
  const texts = textsFor(context);
  return definitionList([
    signerName === null ? null : [texts.signedBy, html`<strong>${signerName}</strong>`],
    [texts.signedOn, instant(signedAt, context)],
    [texts.agreement, text === null ? agreementVersion : `${text.title}, ${agreementVersion}`],
    [texts.digest, digestLink(context, agreementSha256)],
  ]);
}

/** The statement that a signer accepts. */
export function signedStatement(entityName: string, context: Localized): string {
  return textsFor(context).statement(entityName);
}

function toSign(
  context: PageContext,
  { name, extension }: ApplicationToSign,
  { sha256 }: PublishedText,
  { particularsSha256 }: SignatureForm,
): ToSign {
  const entityName = `${name} ${extension}`;
  const texts = textsFor(context);
  return {
    statement: signedStatement(entityName, context),
    action: texts.action,
    shown: { agreementSha256: sha256, entityName, particularsSha256 },
  };
}
