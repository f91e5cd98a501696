import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import type { ClientScope } from '../../kernel/domain/scopes.ts';
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
import { oauthScopeWords } from '../../kernel/pages/scope-words.ts';
import { words } from '../../kernel/pages/words.ts';
import { isAboutOneEntity, opensEntities } from '../domain/oauth-scope.ts';
import { oauthConsentFormTexts } from '../texts/index.ts';

const say = words(oauthConsentFormTexts);

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
  /** Hidden fields. */
  readonly hidden?: Content;
}

/** The error message for a choice of a legal entity that is not among `entities`. */
export function notRepresented(reader: Spoken): string {
  return say(reader).notRepresented;
}

/** The requested rights, the choice of legal entities, and the two buttons. */
export function consentForm(reader: Spoken, options: ConsentFormOptions): Html {
  const said = say(reader);
  const { csrfToken, action, scopes, errors = {}, impossible = null, hidden } = options;
  return form({ csrfToken, ...(action !== undefined && { action }) }, [
    hidden,
    publishing(reader, options),
    html`<h2>${said.may}</h2>`,
    scopeList(reader, scopes),
    opensEntities(scopes) && entityChoice(reader, options),
    isAboutOneEntity(scopes) && impossible === null && singleChoice(reader, options),
    impossible !== null && html`<p class="error" id="legalEntityId">${impossible}</p>`,
    errors['decision'] !== undefined &&
      html`<p class="error" id="decision">${errors['decision']}</p>`,
    buttons(
      impossible === null && button({ label: said.allow, name: 'decision', value: 'approve' }),
      button({ label: said.deny, name: 'decision', value: 'deny', kind: 'secondary' }),
    ),
  ]);
}

/** The publisher of the application, with its privacy notice. */
function publishing(
  reader: Spoken,
  { publisher, privacyUri }: Pick<ConsentFormOptions, 'publisher' | 'privacyUri'>,
): Content {
  const said = say(reader);
  // An invalid URL is not linked, so that the page still opens.
  const link = privacyUri !== null && URL.canParse(privacyUri) ? new URL(privacyUri) : null;
  if (publisher === null && link === null) return null;
  return html`<p>${publisher !== null && said.publishedBy(publisher)}${
    link !== null &&
    html` <a href="${privacyUri}" rel="noreferrer">${said.privacy}</a> (${link.host})`
  }</p>`;
}

/** A sentence about an application's publisher; empty if there is none. */
export function publisherLine(reader: Spoken, publisher: string | null): Content {
  return publisher !== null && html`<p>${say(reader).publishedBy(publisher)}</p>`;
}

/** An application's rights in plain words, always in the same order; `plain` omits the frame. */
export function scopeList(
  reader: Spoken,
  scopes: readonly ClientScope[],
  style: 'listed' | 'plain' = 'listed',
): Html {
  return html`<ul${style === 'plain' && html` class="plain"`}>${inOrder(scopes).map((scope) => html`<li>${oauthScopeWords(reader)[scope]}</li>`)}</ul>`;
}

function inOrder(scopes: readonly ClientScope[]): readonly ClientScope[] {
  const order = Object.keys(oauthScopeWords({}));
  return scopes.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** The display name of a legal entity. */
export function entityName(reader: Spoken, entity: SharedEntity): string {
  const name = fullName(entity);
  return entity.dissolutionDate === null ? name : say(reader).dissolved(name);
}

/** The checkboxes for choosing legal entities. */
export function entityChoice(
  reader: Spoken,
  { entities, chosen, errors = {} }: Pick<ConsentFormOptions, 'entities' | 'chosen' | 'errors'>,
): Html {
  const said = say(reader);
  if (entities.length === 0) {
    return html`<h2>${said.entities}</h2>
<p>${said.none}</p>`;
  }
  return fieldset(said.entities, [
    html`<p>${said.choose}</p>`,
    checkboxes({
      name: 'legalEntityId',
      options: entities.map((entity) => optionOf(entity, reader)),
      chosen,
      error: errors['legalEntityId'],
    }),
  ]);
}

/** The radio buttons for choosing the one entity that a credential concerns. */
function singleChoice(
  reader: Spoken,
  { entities, chosen, errors = {} }: Pick<ConsentFormOptions, 'entities' | 'chosen' | 'errors'>,
): Html {
  const said = say(reader);
  return fieldset(said.entities, [
    html`<p>${said.chooseOne}</p>`,
    radios({
      name: 'legalEntityId',
      options: entities.map((entity) => optionOf(entity, reader)),
      chosen,
      error: errors['legalEntityId'],
    }),
  ]);
}

function optionOf(entity: SharedEntity, reader: Spoken) {
  return {
    value: entity.id,
    label: entityName(reader, entity),
    hint: entity.residentPermitNumber,
  };
}
