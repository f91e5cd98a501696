import type { PublishedText } from '../../documents/agreements/register.ts';
import { agreementText, digestLink } from '../../documents/pages/agreement-text.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formHead } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { signersNotice } from '../../reviews/pages/filing-status.ts';
import type {
  ResidencyAcceptance,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';
import { residencyAgreementPageTexts } from '../texts/index.ts';
import { residencyStatus } from './residency-application-state.ts';
import { residencyParticulars, residencySummary } from './residency-particulars.ts';
import { stillMissing } from './residency-texts.ts';

const textsFor = byLocale(residencyAgreementPageTexts);

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
export function residencyAgreementPage(
  context: PageContext,
  options: ResidencyAgreementPageOptions,
): Html {
  const { application, text, form: fields, repeated = false } = options;
  const { data, agreement } = application;
  const signed = agreement.acceptedAt !== null;
  const errors = fields?.errors ?? {};
  const texts = textsFor(context);
  const title = signed ? texts.signed : texts.sign;
  return layout(
    context,
    {
      ...formHead(title, errors, context),
      kicker: texts.kicker,
    },
    [
      repeated && notice('warning', texts.before, html`<p>${texts.beforeText}</p>`),
      signed
        ? stateOf(context, application)
        : fields !== null && html`<p class="lead">${texts.lead}</p>`,
      signed && record(context, agreement, text),
      html`<h2>${texts.application}</h2>`,
      // If nothing is left to sign, the holder of the link sees only the minimum.
      definitionList(
        fields === null ? residencySummary(data, context) : residencyParticulars(data, context),
      ),
      text !== null && agreementText(context, text),
      fields !== null &&
        text !== null &&
        signingForm(fields.csrfToken, toSign(context, text.sha256), fields, context),
    ],
  );
}

/** The page of a link to an earlier version; it shows only what happened to its signature. */
export function agreementLinkOverPage(
  context: PageContext,
  { acceptedAt, invalidatedAt }: Pick<ResidencyAcceptance, 'acceptedAt' | 'invalidatedAt'>,
): Html {
  const { newer, kicker, newerText, ask, mailed } = textsFor(context);
  const voided = acceptedAt === null && invalidatedAt !== null;
  const text = voided
    ? newerText.voided(instant(invalidatedAt, context))
    : acceptedAt === null
      ? newerText.unsigned
      : newerText.signed;
  return layout(context, { title: newer, kicker }, [
    html`<p class="lead">${text}</p>`,
    acceptedAt === null && html`<p>${voided ? mailed : ask}</p>`,
  ]);
}

function stateOf(context: PageContext, application: ResidencyApplicationState): Html {
  const { statusId } = application;
  return statusId === 'Draft'
    ? notice(
        'success',
        textsFor(context).thanks,
        html`<p>${stillMissing(application, context)}</p>`,
      )
    : signersNotice(residencyStatus(statusId, context), application, context);
}

function record(
  context: PageContext,
  { signerName, acceptedAt, version, sha256 }: ResidencyAcceptance,
  text: PublishedText | null,
): Html {
  const texts = textsFor(context);
  return definitionList([
    signerName === null ? null : [texts.signedBy, html`<strong>${signerName}</strong>`],
    acceptedAt === null ? null : [texts.signedOn, instant(acceptedAt, context)],
    [texts.agreement, text === null ? version : `${text.title}, ${version}`],
    sha256 === null ? null : [texts.digest, digestLink(context, sha256)],
  ]);
}

/** The statement that a signer accepts. */
export function acceptedStatement(context: Localized): string {
  return textsFor(context).statement;
}

function toSign(context: PageContext, agreementSha256: string): ToSign {
  const { statement, action } = textsFor(context);
  return {
    statement,
    action,
    shown: { agreementSha256 },
  };
}
