import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { type SentSignature, signingForm, type ToSign } from '../../kernel/pages/signing-form.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
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

const say = words(amendmentSignatureTexts);

const sayOfProblem = words(amendmentSignatureSayOfProblemTexts);

/** The message for a refused form, by error code; null if there is none. */
export function signingProblem(code: string | undefined, reader: Spoken): Problem | null {
  return sayOfProblem(reader)[code ?? ''] ?? null;
}

interface ShownAmendment extends AmendmentState {
  readonly id: string;
  readonly entityId: string;
  readonly version: number;
  /** The entity's values before the approval; null until approved. */
  readonly formerly: AmendableEntity | null;
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
  site: Site,
  reader: Reader,
  { amendment, entity, fields, problem }: AmendmentPageOptions,
): Html {
  const { signature, proposedChanges } = amendment;
  const errors = fields.errors ?? {};
  const before = amendment.formerly ?? entity;
  const toSign = nextStepsOfAmendment(amendment).signatureRequired;
  const said = say(site);
  const title = toSign ? said.sign : said.amendment;
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: fullName(before),
    },
    [
      problem !== undefined && notice('warning', problem.title, html`<p>${problem.text}</p>`),
      toSign ? html`<p class="lead">${said.lead}</p>` : stageNotice(site, amendment, null),
      signature !== null && signatureRecord(site, signature),
      html`<h2>${amendment.formerly === null ? said.proposed : said.approved}</h2>`,
      definitionList(changeRows({ ...amendment, entity }, proposedChanges, site)),
      !toSign &&
        html`<p>${linkButton(said.next, href(site, amendmentPath(amendment.entityId, amendment.id)))}</p>`,
      toSign && said.binding !== null && html`<p><strong>${said.binding}</strong></p>`,
      toSign && signingForm(reader.csrfToken, whatIsSigned(site, amendment, before), fields, site),
    ],
  );
}

function signatureRecord(site: Site, { signerName, signedAt }: AmendmentSignature): Html {
  const said = say(site);
  return definitionList([
    [said.signedBy, html`<strong>${signerName}</strong>`],
    [said.signedOn, instant(signedAt, site)],
  ]);
}

/** The statement that a signer accepts. `before` is the registered entity. */
export function amendmentStatement(before: AmendableEntity, reader: Spoken): string {
  return say(reader).statement(fullName(before));
}

function whatIsSigned(site: Site, { version }: ShownAmendment, before: AmendableEntity): ToSign {
  const said = say(site);
  return {
    statement: amendmentStatement(before, site),
    action: said.sign,
    shown: { version: String(version) },
  };
}
