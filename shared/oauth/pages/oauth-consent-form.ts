import { oauthScopeWords } from '../../access/pages/scope-words.ts';
import { type CompanyName, fullName } from '../../kernel/domain/company-name.ts';
import type { OAuthScope } from '../../kernel/domain/scopes.ts';
import {
  button,
  buttons,
  checkbox,
  type FieldErrors,
  fieldset,
  form,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { opensEntities } from '../domain/oauth-scope.ts';

/** A legal entity that can be shared. */
export interface SharedEntity extends CompanyName {
  readonly id: string;
  readonly residentPermitNumber: string;
  readonly dissolutionDate: string | null;
}

export interface ConsentFormOptions {
  readonly csrfToken: string;
  /** Where the form is sent; absent: to the address of the page. */
  readonly action?: string;
  readonly scopes: readonly OAuthScope[];
  /** Those that the user represents. */
  readonly entities: readonly SharedEntity[];
  /** Ids of those that are ticked. */
  readonly chosen: readonly string[];
  readonly errors?: FieldErrors;
  /** Hidden fields. */
  readonly hidden?: Content;
}

/** The complaint when somebody chose a legal entity that is not among `entities`. */
export const notRepresented = 'Choose among the legal entities that you represent';

/** What the application would be allowed, which legal entities it would see, and the two answers. */
export function consentForm(options: ConsentFormOptions): Html {
  const { csrfToken, action, scopes, errors = {}, hidden } = options;
  return form({ csrfToken, ...(action !== undefined && { action }) }, [
    hidden,
    html`<h2>What it may do</h2>`,
    scopeList(scopes),
    opensEntities(scopes) && entityChoice(options),
    errors['decision'] !== undefined &&
      html`<p class="error" id="decision">${errors['decision']}</p>`,
    buttons(
      button({ label: 'Allow', name: 'decision', value: 'approve' }),
      button({ label: 'Do not allow', name: 'decision', value: 'deny', kind: 'secondary' }),
    ),
  ]);
}

/**
 * What an application may do, in plain words and always in the same order; `plain` without a frame of its own.
 */
export function scopeList(
  scopes: readonly OAuthScope[],
  style: 'listed' | 'plain' = 'listed',
): Html {
  return html`<ul${style === 'plain' && html` class="plain"`}>${inOrder(scopes).map((scope) => html`<li>${oauthScopeWords[scope]}</li>`)}</ul>`;
}

function inOrder(scopes: readonly OAuthScope[]): readonly OAuthScope[] {
  const order = Object.keys(oauthScopeWords);
  return scopes.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** How a page names a legal entity. */
export function entityName(entity: SharedEntity): string {
  return entity.dissolutionDate === null ? fullName(entity) : `${fullName(entity)} (dissolved)`;
}

/** The boxes with which legal entities are chosen. */
export function entityChoice({
  entities,
  chosen,
  errors = {},
}: Pick<ConsentFormOptions, 'entities' | 'chosen' | 'errors'>): Html {
  const error = errors['legalEntityId'];
  if (entities.length === 0) {
    return html`<h2>Legal entities</h2>
<p>You represent none, so none is shared.</p>`;
  }
  return fieldset('Legal entities', [
    html`<p>Choose which ones it may see. You can choose none.</p>`,
    entities.map((entity, position) =>
      checkbox({
        name: 'legalEntityId',
        id: position === 0 ? 'legalEntityId' : `legalEntityId-${position}`,
        value: entity.id,
        label: entityName(entity),
        hint: entity.residentPermitNumber,
        checked: chosen.includes(entity.id),
        error: position === 0 ? error : undefined,
      }),
    ),
  ]);
}
