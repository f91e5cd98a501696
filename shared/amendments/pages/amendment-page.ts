import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, form, formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import type { PaymentProgress } from '../../payments/domain/payment.ts';
import { endingPart } from '../../payments/pages/ending-part.ts';
import {
  type PageForms,
  type PaymentForms,
  paidLine,
  paymentForms,
  refreshOf,
} from '../../payments/pages/payment-forms.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { signaturePath } from '../contracts/amendment.ts';
import { amendmentPath } from '../contracts/portal-amendments-contract.ts';
import {
  type AmendmentStage,
  type AmendmentState,
  amendmentStage,
  isOpenAmendment,
  nextStepsOfAmendment,
} from '../domain/amendment.ts';
import type { Problem } from '../texts/en.ts';
import { amendmentPageTexts, amendmentSignatureSayOfProblemTexts } from '../texts/index.ts';
import { amendmentTitle, changeRows, stageNotice } from './amendment-parts.ts';

const textsFor = byLocale(amendmentPageTexts);

export interface AmendmentOnPage {
  readonly amendment: AmendmentState & {
    readonly id: string;
    readonly entityId: string;
    /** The entity's values before the approval; null until approved. */
    readonly previousValues: AmendableEntity | null;
    readonly annulment?: { readonly at: string } | undefined;
  };
  /** The current entity. */
  readonly entity: AmendableEntity & CompanyName;
  readonly fee: PaymentForms['amount'];
  readonly payment: PaymentProgress;
  /** Recent decision times; null if unknown. */
  readonly waits: Waits | null;
}

/** The page of an amendment: its status, the changes, and the next step. */
export function amendmentPage(
  context: PageContext,
  viewer: Viewer,
  view: AmendmentOnPage,
  forms: PageForms,
): Html {
  const { amendment, entity, fee, waits, payment } = view;
  const { errors = {}, waited } = forms;
  const texts = textsFor(context);
  const stage = amendmentStage(amendment);
  const title = amendmentTitle(amendment.proposedChanges, context);
  const before = amendment.previousValues ?? entity;
  const path = href(context, amendmentPath(amendment.entityId, amendment.id));
  const underWay = stage === 'pay' && payment.kind === 'under_way';
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      kicker: fullName(before),
      section: '/portal/legal-entities',
      refresh: underWay ? refreshOf(payment, path, waited) : undefined,
    },
    [
      !underWay && stageNotice(context, amendment, waits),
      html`<h2>${amendment.previousValues === null ? texts.proposed : texts.approved}</h2>`,
      definitionList([
        ...changeRows({ ...amendment, entity }, amendment.proposedChanges, context),
        ...signatureRows(context, amendment),
      ]),
      acts(context, viewer, view, stage),
      paidLine(context, payment),
      stage === 'pay' &&
        paymentForms(context, {
          ...forms,
          csrfToken: viewer.csrfToken,
          action: `${path}/pay`,
          amount: fee,
          progress: payment,
        }),
      isOpenAmendment(amendment) &&
        amendment.verdict === undefined &&
        endingPart(context, {
          texts: texts.ending,
          act: 'withdraw',
          progress: payment,
          csrfToken: viewer.csrfToken,
          action: `${amendmentPath(amendment.entityId, amendment.id)}/withdraw`,
        }),
      html`<p class="after"><a href="${href(context, `/portal/legal-entities/${amendment.entityId}`)}">${texts.entity(fullName(entity))}</a></p>`,
    ],
  );
}

/** The error for a payment for a name that is no longer available. */
export function nameGone(context: Localized): string {
  return textsFor(context).gone;
}

function signatureRows(context: PageContext, { signature }: AmendmentState) {
  if (signature === null) return [];
  const texts = textsFor(context);
  return [
    [texts.signedBy, html`<strong>${signature.signerName}</strong>`],
    [texts.signedOn, instant(signature.signedAt, context)],
  ] as const;
}

function acts(
  context: PageContext,
  { csrfToken }: Viewer,
  { amendment }: AmendmentOnPage,
  stage: AmendmentStage,
): Content {
  const texts = textsFor(context);
  const { id, entityId, statusId } = amendment;
  const own = amendmentPath(entityId, id);
  const toRevise = (kind: 'primary' | 'secondary') =>
    linkButton(texts.revise, href(context, `${own}/revise`), kind);
  switch (stage) {
    case 'propose':
      return buttons(toRevise('primary'));
    case 'sign':
      return buttons(
        linkButton(texts.toSign, href(context, signaturePath(entityId, id))),
        toRevise('secondary'),
      );
    case 'pay':
      return statusId === 'Draft' && buttons(toRevise('secondary'));
    case 'submit':
      return form(
        { csrfToken, action: href(context, `${own}/submit`) },
        button({ label: texts.submit }),
      );
    case 'rejected':
    case 'withdrawn':
      return buttons(
        linkButton(texts.again, href(context, `/portal/legal-entities/${entityId}/amendments/new`)),
      );
    default:
      return null;
  }
}

const problemTextsFor = byLocale(amendmentSignatureSayOfProblemTexts);

/** The message for a refused form, by error code; null if there is none. */
export function signingProblem(code: string | undefined, context: Localized): Problem | null {
  return problemTextsFor(context)[code ?? ''] ?? null;
}

interface AmendmentView extends AmendmentState {
  readonly id: string;
  readonly entityId: string;
  readonly version: number;
  /** The entity's values before the approval; null until approved. */
  readonly previousValues: AmendableEntity | null;
  readonly annulment?: object | undefined;
}

export interface AmendmentPageOptions {
  readonly amendment: AmendmentView;
  /** The current entity. */
  readonly entity: AmendableEntity;
  /** The form as last submitted. */
  readonly fields: SentSignature;
  /** Why the last submission did not sign. */
  readonly problem?: Problem;
}

/**
 * The page on which a representative signs an amendment: the registered and the proposed values, and the form. Once
 * signed: when, by whom, and the filing's status.
 */
export function amendmentSignaturePage(
  context: PageContext,
  viewer: Viewer,
  { amendment, entity, fields, problem }: AmendmentPageOptions,
): Html {
  const { signature, proposedChanges } = amendment;
  const errors = fields.errors ?? {};
  const before = amendment.previousValues ?? entity;
  const toSign = nextStepsOfAmendment(amendment).signatureRequired;
  const texts = textsFor(context);
  const title = toSign ? texts.sign : texts.amendment;
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      kicker: fullName(before),
      section: '/portal/legal-entities',
    },
    [
      problem !== undefined && notice('warning', problem.title, html`<p>${problem.text}</p>`),
      toSign ? html`<p class="lead">${texts.lead}</p>` : stageNotice(context, amendment, null),
      signature !== null && definitionList(signatureRows(context, amendment)),
      html`<h2>${amendment.previousValues === null ? texts.proposed : texts.approved}</h2>`,
      definitionList(changeRows({ ...amendment, entity }, proposedChanges, context)),
      !toSign &&
        html`<p>${linkButton(texts.next, href(context, amendmentPath(amendment.entityId, amendment.id)))}</p>`,
      toSign && texts.binding !== null && html`<p><strong>${texts.binding}</strong></p>`,
      toSign &&
        signingForm(viewer.csrfToken, whatIsSigned(context, amendment, before), fields, context),
    ],
  );
}

/** The statement that a signer accepts. `before` is the registered entity. */
export function amendmentStatement(before: AmendableEntity, context: Localized): string {
  return textsFor(context).statement(fullName(before));
}

function whatIsSigned(
  context: PageContext,
  { version }: AmendmentView,
  before: AmendableEntity,
): ToSign {
  const texts = textsFor(context);
  return {
    statement: amendmentStatement(before, context),
    action: texts.sign,
    shown: { version: String(version) },
  };
}
