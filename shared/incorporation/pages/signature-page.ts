import type { PublishedText } from '../../documents/agreements/register.ts';
import { agreementText, digestLink } from '../../documents/pages/agreement-text.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { type LayoutOptions, layout } from '../../kernel/pages/layout.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { applicationPath, applicationsPath } from '../contracts/portal-application.ts';
import type { AgreementSignature, ApplicationState } from '../domain/application.ts';
import { signaturePageTexts } from '../texts/index.ts';
import { particularRows, type ShownApplication } from './application-particulars.ts';
import { applicationSteps, signatureState } from './application-status.ts';

const say = words(signaturePageTexts);

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
export function signaturePage(site: Site, options: SignaturePageOptions): Html {
  return layout(site, headOf(site, options), contentOf(site, options));
}

/** The same for the application's owner, who is signed in. */
export function ownerSignaturePage(
  site: Site,
  reader: Reader,
  options: SignaturePageOptions,
): Html {
  const head = { ...headOf(site, options), place: applicationsPath } as const;
  return portalLayout(site, reader, head, [
    applicationSteps(options.application, site),
    contentOf(site, options, wayBack(site, options.application)),
  ]);
}

function headOf(
  site: Site,
  { application, form }: SignaturePageOptions,
): Omit<LayoutOptions, 'account'> {
  const said = say(site);
  const errors = form?.errors ?? {};
  const heading = application.agreement === null ? said.sign : said.signed;
  return {
    ...formHead(heading, errors, site),
    kicker: said.kicker(`${application.name} ${application.extension}`),
  };
}

/** The owner's link back; holders of a link can't see the application's page. */
function wayBack(site: Site, application: ApplicationToSign): Html | false {
  if (application.agreement === null) return false;
  const { statusId, paidAt } = application;
  const { next, pay } = say(site);
  const path = href(site, applicationPath(application.id));
  return statusId === 'Draft' && paidAt === null
    ? html`<p>${linkButton(pay, path)}</p>`
    : html`<p><a href="${path}">${next}</a></p>`;
}

function contentOf(
  site: Site,
  options: SignaturePageOptions,
  onwards: Html | false = false,
): Content {
  const { application, text, form: fields, repeated = false } = options;
  const { agreement } = application;
  const said = say(site);
  return [
    repeated && notice('warning', said.before, html`<p>${said.beforeText}</p>`),
    signatureState(application, site),
    onwards,
    agreement !== null && signatureRecord(site, agreement, text),
    html`<h2>${said.application}</h2>`,
    definitionList(particularRows(application, site)),
    text !== null && agreementText(site, text),
    fields !== null && application.redirectUrl !== null && wayOn(site, application.redirectUrl),
    fields !== null &&
      text !== null &&
      signingForm(fields.csrfToken, toSign(site, application, text, fields), fields, site),
  ];
}

/** Names the destination first, because the applicant chose it and the registry is not responsible for it. */
function wayOn(site: Site, redirectUrl: string): Html {
  return html`<p>${say(site).wayOn(html`<strong>${new URL(redirectUrl).host}</strong>`)}</p>`;
}

function signatureRecord(
  site: Site,
  { signerName, signedAt, agreementVersion, agreementSha256 }: AgreementSignature,
  text: PublishedText | null,
): Html {
  const said = say(site);
  return definitionList([
    signerName === null ? null : [said.signedBy, html`<strong>${signerName}</strong>`],
    [said.signedOn, instant(signedAt, site)],
    [said.agreement, text === null ? agreementVersion : `${text.title}, ${agreementVersion}`],
    [said.digest, digestLink(site, agreementSha256)],
  ]);
}

/** The statement that a signer accepts. */
export function signedStatement(entityName: string, reader: Spoken): string {
  return say(reader).statement(entityName);
}

function toSign(
  site: Site,
  { name, extension }: ApplicationToSign,
  { sha256 }: PublishedText,
  { particularsSha256 }: SignatureForm,
): ToSign {
  const entityName = `${name} ${extension}`;
  const said = say(site);
  return {
    statement: signedStatement(entityName, site),
    action: said.action,
    shown: { agreementSha256: sha256, entityName, particularsSha256 },
  };
}
