import type { Localized } from '../domain/locale.ts';
import { secretTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';
import { type Html, html } from './html.ts';
import { inlineScript } from './inline-script.ts';

const textsFor = byLocale(secretTexts);

/**
 * Shows the button that copies the secret or link, where the browser can copy. If the browser refuses, it is selected
 * instead.
 */
const script = inlineScript(`(() => {
const source = document.querySelector('[data-copy]');
const part = document.getElementById('copy');
if (!navigator.clipboard) return;
part.hidden = false;
const [button, said] = part.children;
button.addEventListener('click', () => navigator.clipboard.writeText(source.textContent).then(() => { said.textContent = button.value; }, () => getSelection().selectAllChildren(source)));
})();`);

/** The options of a page with `secretPart()` or `copyPart()`. */
export const secretPage = { ownScript: script.hash };

/**
 * A secret that is displayed only once, below a heading with its name, with a button that copies it.
 * Without the script, one click selects it.
 */
export function secretPart(name: string, secret: string, context: Localized): Html {
  return html`<h2 id="secret">${name}</h2>
<p class="secret exact" aria-labelledby="secret" role="group" data-copy>${secret}</p>
${copyPart(context)}`;
}

/** The button that copies the text of the page's element with `data-copy`, such as a link that its holder shares. */
export function copyPart(context: Localized): Html {
  const { copy, copied } = textsFor(context);
  return html`<p id="copy" hidden><button class="button secondary" type="button" value="${copied}">${copy}</button> <span role="status"></span></p>
${script.part}`;
}
