import * as z from 'zod/mini';
import { legalEntityAgreement } from '../agreements/legal-entity-agreement.ts';
import { Address } from '../contracts/address.ts';
import type { AgreementSignature, ApplicationState } from '../domain/application.ts';
import { addressLines } from './address-lines.ts';
import { agreementText } from './agreement-text.ts';
import { errorSummary } from './form.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { signatureState } from './signature-state.ts';
import { type SentSignature, signingForm, type ToSign } from './signing-form.ts';
import type { Site } from './site.ts';
import { definitionList, exact, instant, notice } from './text.ts';

/** The part of the stored layout that a signer is shown. */
const Particulars = z.object({
  residencyType: z.string(),
  entityDetails: z.object({
    principalOffice: Address,
    representatives: z.array(z.object({ residentPermitNumber: z.nullable(z.string()) })),
    registeredAgentDetails: z.nullable(
      z.object({
        attn: z.string(),
        residentPermitNumber: z.string(),
        officeAddress: Address,
      }),
    ),
  }),
});

/** An application as its signature page shows it. */
export interface ApplicationToSign extends ApplicationState {
  readonly name: string;
  readonly extension: string;
  readonly applicationData: unknown;
}

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
      particularsOf(application, entity),
      (agreement === null || agreement.agreementSha256 === agreementSha256) &&
        agreementText(site, legalEntityAgreement, agreementSha256),
      fields !== null && signingForm(fields.csrfToken, toSign(entity, agreementSha256), fields),
    ],
  );
}

const nothingChanged = html`<p>Your form changed nothing. This is the signature that counts.</p>`;

function particularsOf({ applicationData }: ApplicationToSign, entity: string): Html {
  const { residencyType, entityDetails } = z.parse(Particulars, applicationData);
  const { principalOffice, representatives, registeredAgentDetails: agent } = entityDetails;
  const owner = representatives[0]?.residentPermitNumber ?? null;
  return definitionList([
    ['Legal entity', html`<strong>${entity}</strong>`],
    ['Residency applied for', residencyType],
    ['Principal office', addressLines(principalOffice)],
    [
      'Registered agent',
      agent === null
        ? 'Registry Employment Solutions'
        : [
            `${agent.attn}, permit number `,
            exact(agent.residentPermitNumber),
            html`<br>`,
            addressLines(agent.officeAddress),
          ],
    ],
    owner === null ? null : ['Applicant’s permit number', exact(owner)],
  ]);
}

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
