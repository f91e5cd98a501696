import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { amendmentPath } from '../contracts/portal-amendments-contract.ts';
import {
  type AmendmentSignature,
  type AmendmentState,
  nextStepsOfAmendment,
} from '../domain/amendment.ts';
import type { Problem } from '../texts/en.ts';
import { amendmentSignatureSayOfProblemTexts, amendmentSignatureTexts } from '../texts/index.ts';
import { changeRows } from './amendment-changes.ts';
import { stageNotice } from './amendment-status.ts';

const textsFor = byLocale(amendmentSignatureTexts);

const problemTextsFor = byLocale(amendmentSignatureSayOfProblemTexts);

/** The message for a refused form, by error code; null if there is none. */
export function signingProblem(code: string | undefined, reader: Localized): Problem | null {
  return problemTextsFor(reader)[code ?? ''] ?? null;
}

interface ShownAmendment extends AmendmentState {
  readonly id: string;
  readonly entityId: string;
  readonly version: number;
  /** The entity's values before the approval; null until approved. */
  readonly previousValues: AmendableEntity | null;
  readonly annulment?: object | undefined;
}

export interface AmendmentPageOptions {
  readonly amendment: ShownAmendment;
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
  reader: Reader,
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
    reader,
    {
      ...formHead(title, errors, context),
      kicker: fullName(before),
      section: '/portal/legal-entities',
    },
    [
      problem !== undefined && notice('warning', problem.title, html`<p>${problem.text}</p>`),
      toSign ? html`<p class="lead">${texts.lead}</p>` : stageNotice(context, amendment, null),
      signature !== null && signatureRecord(context, signature),
      html`<h2>${amendment.previousValues === null ? texts.proposed : texts.approved}</h2>`,
      definitionList(changeRows({ ...amendment, entity }, proposedChanges, context)),
      !toSign &&
        html`<p>${linkButton(texts.next, href(context, amendmentPath(amendment.entityId, amendment.id)))}</p>`,
      toSign && texts.binding !== null && html`<p><strong>${texts.binding}</strong></p>`,
      toSign &&
        signingForm(reader.csrfToken, whatIsSigned(context, amendment, before), fields, context),
    ],
  );
}

function signatureRecord(context: PageContext, { signerName, signedAt }: AmendmentSignature): Html {
  const texts = textsFor(context);
  return definitionList([
    [texts.signedBy, html`<strong>${signerName}</strong>`],
    [texts.signedOn, instant(signedAt, context)],
  ]);
}

/** The statement that a signer accepts. `before` is the registered entity. */
export function amendmentStatement(before: AmendableEntity, reader: Localized): string {
  return textsFor(reader).statement(fullName(before));
}

function whatIsSigned(
  context: PageContext,
  { version }: ShownAmendment,
  before: AmendableEntity,
): ToSign {
  const texts = textsFor(context);
  return {
    statement: amendmentStatement(before, context),
    action: texts.sign,
    shown: { version: String(version) },
  };
}
