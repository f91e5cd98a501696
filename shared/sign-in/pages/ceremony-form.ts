import { csrfField } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import type { OfferedChallenge } from '../domain/ceremony.ts';
import { passkeyScript } from './passkey-script.ts';

export interface CeremonyForm {
  /** `offer` is `use` that also offers passkeys in the field of the address. */
  readonly kind: 'create' | 'use' | 'offer';
  readonly csrfToken: string;
  readonly action: string;
  readonly offered: OfferedChallenge;
  /** The browser's options, as JSON. */
  readonly options: object;
  /** Hidden fields to submit, by name. */
  readonly carried?: readonly (readonly [name: string, value: string])[];
}

/** A form whose response is a passkey ceremony; hidden until the script shows it. */
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
</form>
${passkeyScript.part}`;
}
