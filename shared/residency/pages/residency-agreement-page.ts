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
import { signersNotice } from '../../reviews/pages/filing-status.ts';
import type {
  ResidencyAcceptance,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';
import { residencyAgreementPageTexts } from '../texts/index.ts';
import { residencyStatus } from './residency-application-state.ts';
import { residencyParticulars, residencySummary } from './residency-particulars.ts';
import { stillMissing } from './residency-words.ts';

const say = words(residencyAgreementPageTexts);

/** The form as last submitted. */
export interface AgreementForm extends SentSignature {
  readonly csrfToken: string;
}

export interface ResidencyAgreementPageOptions {
  readonly application: ResidencyApplicationState;
  /** The text to sign or signed; null if that version is unknown. */
  readonly text: PublishedText | null;
  /** Null if nothing is left to sign. */
  readonly form: AgreementForm | null;
  /** The form was submitted for an agreement that was already signed. */
  readonly repeated?: boolean;
}

/**
 * The page of an agreement link: the applicant, the residency, the full agreement and the form. Once signed: when, by
 * whom, and the next step.
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
      // If nothing is left to sign, the holder of the link sees only the minimum.
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

/** The page of a link to an earlier version; it shows only what happened to its signature. */
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
  const { statusId } = application;
  return statusId === 'Draft'
    ? notice('success', say(site).thanks, html`<p>${stillMissing(application, site)}</p>`)
    : signersNotice(residencyStatus(statusId, site), application, site);
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

/** The statement that a signer accepts. */
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
