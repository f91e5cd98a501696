import { inlineScript } from '../../kernel/pages/inline-script.ts';
import { passkeyScriptTexts } from '../texts/index.ts';

/**
 * Passkey ceremonies need this script; all other functions of the pages work without scripts.
 *
 * It handles forms with `data-passkey`: `create`, `use` or `offer`. `offer` also suggests passkeys in the address field. The
 * forms are hidden until the script shows them. The browser's options are in `data-options`. The response goes into the
 * form's `response` field, and the form is submitted like any other.
 *
 * It uses no library: these lines do what `parseCreationOptionsFromJSON` and `toJSON` (WebAuthn Level 3) do, also in browsers
 * that do not have these functions.
 */
export const passkeyScript = inlineScript(`(() => {
'use strict';
const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0));
const text = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const known = list => (list || []).map(each => ({ ...each, id: bytes(each.id) }));
const parsed = options => ({
  ...options,
  challenge: bytes(options.challenge),
  ...(options.user && { user: { ...options.user, id: bytes(options.user.id) } }),
  ...(options.excludeCredentials && { excludeCredentials: known(options.excludeCredentials) }),
});
const answerOf = credential => {
  const { response } = credential;
  const fields = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const given = fields.filter(name => response[name]).map(name => [name, text(response[name])]);
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response: {
      ...Object.fromEntries(given),
      ...(response.getTransports && { transports: response.getTransports() }),
    },
  });
};
const texts = ${JSON.stringify(passkeyScriptTexts)};
const words = texts[document.documentElement.lang] || texts.en;
const start = form => {
  const kind = form.dataset.passkey;
  const options = () => parsed(JSON.parse(form.dataset.options));
  const problem = form.querySelector('[data-problem]');
  let waiting = null;
  const send = credential => {
    form.elements.namedItem('response').value = answerOf(credential);
    form.submit();
  };
  const ask = more => kind === 'create'
    ? navigator.credentials.create({ publicKey: options(), ...more })
    : navigator.credentials.get({ publicKey: options(), ...more });
  form.addEventListener('submit', async event => {
    event.preventDefault();
    problem.textContent = '';
    if (waiting) waiting.abort();
    try {
      const credential = await ask({});
      if (credential) send(credential);
    } catch (error) {
      problem.textContent = words[error.name] || words.other;
    }
  });
  form.hidden = false;
  if (kind !== 'offer' || !PublicKeyCredential.isConditionalMediationAvailable) return;
  PublicKeyCredential.isConditionalMediationAvailable().then(async able => {
    if (!able) return;
    waiting = new AbortController();
    const credential = await ask({ mediation: 'conditional', signal: waiting.signal });
    if (credential) send(credential);
  }).catch(() => {});
};
if (window.PublicKeyCredential && navigator.credentials) {
  for (const form of document.querySelectorAll('form[data-passkey]')) start(form);
  for (const each of document.querySelectorAll('[data-without-passkeys]')) each.hidden = true;
}
})();
`);
