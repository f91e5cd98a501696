import { csrfField } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import type { OfferedChallenge } from '../domain/ceremony.ts';

export interface CeremonyForm {
  /** `offer` is `use` that also offers passkeys in the field of the address. */
  readonly kind: 'create' | 'use' | 'offer';
  readonly csrfToken: string;
  readonly action: string;
  readonly offered: OfferedChallenge;
  /** What the browser is asked, as JSON. */
  readonly options: object;
  /** Fields that the form carries along, by name. */
  readonly carried?: readonly (readonly [name: string, value: string])[];
}

/** A form whose answer is a ceremony; hidden until the script is there, and not needed to continue. */
export function ceremonyForm(
  { kind, csrfToken, action, offered, options, carried = [] }: CeremonyForm,
  content: Content,
): Html {
  return html`<form method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}" hidden novalidate>
<input type="hidden" name="${csrfField}" value="${csrfToken}">
<input type="hidden" name="handle" value="${offered.handle}">
<input type="hidden" name="response" value="">
${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${content}
<p class="error" data-problem role="alert"></p>
</form>`;
}
