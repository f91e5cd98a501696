import { fullName } from '../../kernel/domain/company-name.ts';
import { errorSummary } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import {
  type AmendmentSignature,
  type AmendmentState,
  nextStepsOfAmendment,
} from '../amendment.ts';
import { amendmentPath } from '../portal-amendments-contract.ts';
import type { AmendableEntity } from '../proposed-changes.ts';
import { changeRows } from './amendment-changes.ts';
import { amendmentState } from './amendment-state.ts';

/** A filing as its signature page shows it. */
export interface ShownAmendment extends AmendmentState {
  readonly id: string;
  readonly entityId: string;
  readonly version: number;
  /** What the approval found on the entity; null before. */
  readonly formerly: AmendableEntity | null;
}

export interface AmendmentPageOptions {
  readonly amendment: ShownAmendment;
  /** The entity as it is now. */
  readonly entity: AmendableEntity;
  /** The form as it was sent last. */
  readonly fields: SentSignature;
  /** Why the form that was sent did not sign. */
  readonly problem?: { readonly title: string; readonly text: string };
}

/**
 * The page on which a representative signs an amendment: what is registered now and what is proposed, and
 * the form; once it is signed, when and by whom, and how the filing stands.
 */
export function amendmentSignaturePage(
  site: Site,
  reader: Reader,
  { amendment, entity, fields, problem }: AmendmentPageOptions,
): Html {
  const { signature, proposedChanges } = amendment;
  const errors = fields.errors ?? {};
  const before = amendment.formerly ?? entity;
  const toSign = nextStepsOfAmendment(amendment).signatureRequired;
  const title = toSign ? 'Sign the amendment' : 'Amendment';
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      kicker: fullName(before),
      before: errorSummary(errors),
    },
    [
      problem !== undefined && notice('warning', problem.title, html`<p>${problem.text}</p>`),
      amendmentState(amendment),
      signature !== null && signatureRecord(signature),
      html`<h2>What is proposed</h2>`,
      definitionList(changeRows(before, proposedChanges)),
      !toSign &&
        html`<p><a href="${href(site, amendmentPath(amendment.entityId, amendment.id))}">See what comes next, or pay the fee</a></p>`,
      toSign && signingForm(reader.csrfToken, whatIsSigned(amendment, before), fields),
    ],
  );
}

function signatureRecord({ signerName, signedAt }: AmendmentSignature): Html {
  return definitionList([
    ['Signed by', html`<strong>${signerName}</strong>`],
    ['Signed on', instant(signedAt)],
  ]);
}

function whatIsSigned({ version }: ShownAmendment, before: AmendableEntity): ToSign {
  return {
    statement: `I have read what is proposed, agree to it for ${fullName(before)}, and am entitled to sign.`,
    action: 'Sign the amendment',
    shown: { version: String(version) },
  };
}
