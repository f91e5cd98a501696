import type { Localized } from '../domain/locale.ts';
import { secretTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';
import { type Html, html } from './html.ts';
import { inlineScript } from './inline-script.ts';

const textsFor = byLocale(secretTexts);

/**
 * Shows the button that copies the secret, where the browser can copy. If the browser refuses, the
 * secret is selected instead.
 */
const script = inlineScript(`(() => {
const secret = document.querySelector('.secret');
const part = document.getElementById('copy');
if (!navigator.clipboard) return;
part.hidden = false;
const [button, said] = part.children;
button.addEventListener('click', () => navigator.clipboard.writeText(secret.textContent).then(() => { said.textContent = button.value; }, () => getSelection().selectAllChildren(secret)));
})();`);

/** The options of a page with `secretPart()`. */
export const secretPage = { ownScript: script.hash };

/**
 * A secret that is displayed only once, below a heading with its name, with a button that copies it.
 * Without the script, one click selects it.
 */
export function secretPart(name: string, secret: string, reader: Localized): Html {
  const { copy, copied } = textsFor(reader);
  return html`<h2 id="secret">${name}</h2>
<p class="secret exact" aria-labelledby="secret" role="group">${secret}</p>
<p id="copy" hidden><button class="button secondary" type="button" value="${copied}">${copy}</button> <span role="status"></span></p>
${script.part}`;
}
