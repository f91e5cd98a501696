import { portalKeyPagesTexts } from '../../access/texts/index.ts';
import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { type ClientScope, canWrite } from '../../kernel/domain/scopes.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  button,
  buttons,
  checkboxes,
  type FieldErrors,
  fieldset,
  form,
  radios,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { oauthScopeTextsFor, scopeTextsFor } from '../../kernel/pages/scope-texts.ts';
import { agentScopesOf, isAboutOneEntity, opensEntities } from '../domain/oauth-scope.ts';
import { oauthConsentFormTexts } from '../texts/index.ts';

const textsFor = byLocale(oauthConsentFormTexts);
const keyTextsFor = byLocale(portalKeyPagesTexts);

/** A legal entity that can be shared. */
export interface SharedEntity extends CompanyName {
  readonly id: string;
  readonly residentPermitNumber: string;
  readonly dissolutionDate: string | null;
}

export interface ConsentFormOptions {
  readonly csrfToken: string;
  /** The form's target; default: the page's own URL. */
  readonly action?: string;
  readonly scopes: readonly ClientScope[];
  /** The entities to choose from. */
  readonly entities: readonly SharedEntity[];
  /** Ids of the selected entities. */
  readonly chosen: readonly string[];
  readonly errors?: FieldErrors;
  /** Why the user can't allow it, whatever they choose; null or absent if they can. */
  readonly impossible?: string | null;
  /** The publisher of the application; null if unknown. */
  readonly publisher: string | null;
  /** The publisher's privacy notice. */
  readonly privacyUri: string | null;
  readonly hidden?: Content;
  /** For an application that will act for the user; absent for any other. */
  readonly agent?: AgentQuestion | undefined;
}

/** What the user chooses for an application that acts for them with an Agent Key. */
export interface AgentQuestion {
  /** Whether the Manifestation of Will is active: only then it can get scopes that write. */
  readonly mayWrite: boolean;
  /** The page on which it is signed, and which leads back. */
  readonly willAddress: string;
  /** The selected scopes; null: all. */
  readonly chosen: readonly string[] | null;
  readonly approvalRequired: boolean;
}

/** The error message for a choice of a legal entity that is not among `entities`. */
export function notRepresented(context: Localized): string {
  return textsFor(context).notRepresented;
}

/** The error for a choice of which no Agent Key can be made. */
export function agentComplaint(
  reason: 'scopes' | 'will' | 'full',
  context: Localized,
): { readonly scope: string } {
  const { noScope, tooManyKeys } = textsFor(context);
  const { willFirst } = keyTextsFor(context);
  return { scope: { scopes: noScope, will: willFirst, full: tooManyKeys }[reason] };
}

/** The requested rights, the choice of legal entities, and the two buttons. */
export function consentForm(context: Localized, options: ConsentFormOptions): Html {
  const texts = textsFor(context);
  const { csrfToken, action, scopes, errors = {}, impossible = null, hidden } = options;
  return form({ csrfToken, ...(action !== undefined && { action }) }, [
    hidden,
    publishing(context, options),
    html`<h2>${texts.may}</h2>`,
    options.agent === undefined
      ? scopeList(context, scopes)
      : agentChoice(context, options.agent, options),
    opensEntities(scopes) && entityChoice(context, options),
    isAboutOneEntity(scopes) && impossible === null && singleChoice(context, options),
    impossible !== null && html`<p class="error" id="legalEntityId">${impossible}</p>`,
    errors['decision'] !== undefined &&
      html`<p class="error" id="decision">${errors['decision']}</p>`,
    buttons(
      impossible === null && button({ label: texts.allow, name: 'decision', value: 'approve' }),
      button({ label: texts.deny, name: 'decision', value: 'deny', kind: 'secondary' }),
    ),
  ]);
}

/** The checkboxes for what an application may do for the user, and whether it must ask first. */
function agentChoice(
  context: Localized,
  { mayWrite, willAddress, chosen, approvalRequired }: AgentQuestion,
  { scopes, errors = {} }: Pick<ConsentFormOptions, 'scopes' | 'errors'>,
): Content {
  const ofKeys = keyTextsFor(context);
  const offered = agentScopesOf(scopes).filter((scope) => mayWrite || !canWrite([scope]));
  const link = (name: string) => html`<a href="${willAddress}">${name}</a>`;
  return [
    html`<p>${textsFor(context).agent}</p>`,
    !mayWrite && canWrite(scopes) && html`<p>${ofKeys.needsWill(link)}</p>`,
    fieldset(
      ofKeys.scopes,
      checkboxes({
        name: 'scope',
        options: offered.map((scope) => ({
          ...{ value: scope, label: scopeTextsFor(context)[scope] },
          hint: scope + (canWrite([scope]) ? ofKeys.writes : ''),
        })),
        chosen: chosen ?? offered,
        error: errors['scope'],
      }),
    ),
    fieldset(
      ofKeys.approval,
      checkboxes({
        name: 'approval',
        options: [{ value: 'required', label: ofKeys.approvalChoice, hint: ofKeys.approvalHint }],
        chosen: approvalRequired ? ['required'] : [],
      }),
    ),
  ];
}

/** The publisher of the application, with its privacy notice. */
function publishing(
  context: Localized,
  { publisher, privacyUri }: Pick<ConsentFormOptions, 'publisher' | 'privacyUri'>,
): Content {
  const texts = textsFor(context);
  // An invalid URL is not linked, so that the page still opens.
  const link = privacyUri !== null && URL.canParse(privacyUri) ? new URL(privacyUri) : null;
  if (publisher === null && link === null) return null;
  return html`<p>${publisher !== null && texts.publishedBy(publisher)}${
    link !== null &&
    html` <a href="${privacyUri}" rel="noreferrer">${texts.privacy}</a> (${link.host})`
  }</p>`;
}

/** A sentence about an application's publisher; empty if there is none. */
export function publisherLine(context: Localized, publisher: string | null): Content {
  return publisher !== null && html`<p>${textsFor(context).publishedBy(publisher)}</p>`;
}

/** An application's rights in plain words, always in the same order; `plain` omits the frame. */
export function scopeList(
  context: Localized,
  scopes: readonly ClientScope[],
  style: 'listed' | 'plain' = 'listed',
): Html {
  return html`<ul${style === 'plain' && html` class="plain"`}>${inOrder(scopes).map((scope) => html`<li>${oauthScopeTextsFor(context)[scope]}</li>`)}</ul>`;
}

function inOrder(scopes: readonly ClientScope[]): readonly ClientScope[] {
  const order = Object.keys(oauthScopeTextsFor({}));
  return scopes.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** The display name of a legal entity. */
export function entityName(context: Localized, entity: SharedEntity): string {
  const name = fullName(entity);
  return entity.dissolutionDate === null ? name : textsFor(context).dissolved(name);
}

/** The checkboxes for choosing legal entities. */
export function entityChoice(
  context: Localized,
  { entities, chosen, errors = {} }: Pick<ConsentFormOptions, 'entities' | 'chosen' | 'errors'>,
): Html {
  const texts = textsFor(context);
  if (entities.length === 0) {
    return html`<h2>${texts.entities}</h2>
<p>${texts.none}</p>`;
  }
  return fieldset(texts.entities, [
    html`<p>${texts.choose}</p>`,
    checkboxes({
      name: 'legalEntityId',
      options: entities.map((entity) => optionOf(entity, context)),
      chosen,
      error: errors['legalEntityId'],
    }),
  ]);
}

/** The radio buttons for choosing the one entity that a credential concerns. */
function singleChoice(
  context: Localized,
  { entities, chosen, errors = {} }: Pick<ConsentFormOptions, 'entities' | 'chosen' | 'errors'>,
): Html {
  const texts = textsFor(context);
  return fieldset(texts.entities, [
    html`<p>${texts.chooseOne}</p>`,
    radios({
      name: 'legalEntityId',
      options: entities.map((entity) => optionOf(entity, context)),
      chosen,
      error: errors['legalEntityId'],
    }),
  ]);
}

function optionOf(entity: SharedEntity, context: Localized) {
  return {
    value: entity.id,
    label: entityName(context, entity),
    hint: entity.residentPermitNumber,
  };
}
