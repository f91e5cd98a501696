import { type AgentScope, agentScopes, canWrite } from '../../kernel/domain/scopes.ts';
import {
  button,
  buttons,
  checkbox,
  errorSummary,
  type FieldErrors,
  fieldset,
  form,
  linkButton,
  radio,
  select,
  textField,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { keyFacts, keyName, type ShownKey } from './portal-developer-page.ts';
import { scopeWords } from './scope-words.ts';

export interface NewKeyForm {
  readonly formId: string;
  /** Whether the Manifestation of Will is in force: only then keys can get scopes that write. */
  readonly mayWrite: boolean;
  readonly label?: string;
  readonly kind?: string;
  readonly holder?: string;
  readonly lasts?: string;
  readonly scopes?: readonly string[];
  readonly errors?: FieldErrors;
}

const kicker = 'Developer settings';

/** What the new key is called and what it may do. */
export function newKeyPage(site: Site, reader: Reader, options: NewKeyForm): Html {
  const { formId, mayWrite, label = '', kind, scopes = [], errors = {} } = options;
  const { holder = '', lasts = 'always' } = options;
  const title = 'Create a key';
  const wrong = Object.keys(errors).length > 0;
  const shown = agentScopes.filter((scope) => mayWrite || !canWrite([scope]));
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: wrong ? `Error: ${title}` : title,
      heading: title,
      kicker,
      before: errorSummary(errors),
    },
    form({ csrfToken: reader.csrfToken }, [
      formIdField(formId),
      textField({
        name: 'label',
        label: 'Label (optional)',
        hint: 'Such as the name of the software. It helps you to tell your keys apart.',
        value: label,
        maxlength: 100,
        required: false,
        error: errors['label'],
      }),
      fieldset('Kind of key', [
        radio({
          name: 'kind',
          id: 'kind',
          value: 'standard',
          label: 'Standard Key',
          hint: 'For your own programs. It may do all that you may, so give it to nobody.',
          checked: kind === 'standard',
          error: errors['kind'],
        }),
        radio({
          name: 'kind',
          id: 'kind-agent',
          value: 'agent',
          label: 'Agent Key',
          hint: 'For software that acts for you. It may do only what you tick below.',
          checked: kind === 'agent',
        }),
      ]),
      textField({
        name: 'holder',
        label: 'Who holds it (of an Agent Key)',
        hint: 'Whom you give the key to, such as a company. You see it with all that the key does.',
        value: holder,
        maxlength: 100,
        required: false,
        error: errors['holder'],
      }),
      select({
        name: 'lasts',
        label: 'How long it is good',
        value: lasts,
        options: [
          ['always', 'Until you revoke it'],
          ['30', '30 days'],
          ['90', '90 days'],
          ['365', 'One year'],
        ],
      }),
      fieldset('What an Agent Key may do', [
        !mayWrite && writeNeedsWill(site),
        shown.map((scope, position) => scopeBox(scope, position, scopes, errors['scope'])),
      ]),
      button({ label: 'Create the key' }),
    ]),
  );
}

/** A new key, this one time. */
export function createdKeyPage(
  site: Site,
  reader: Reader,
  { key, secret, replaced }: { key: ShownKey; secret: string; replaced: boolean },
): Html {
  const title = replaced ? 'The key was replaced' : 'The key was created';
  return portalLayout(inEnglish(site), reader, { title, kicker }, [
    notice(
      'warning',
      'Copy the key now',
      html`<p>It is shown this one time. Only its digest is kept, so nobody can show it again.</p>`,
    ),
    html`<h2 id="secret">${keyName(key)}</h2>
<p class="secret exact" aria-labelledby="secret" role="group">${secret}</p>`,
    replaced && html`<p>The former key is refused from now on.</p>`,
    keyFacts(key),
    html`<p>${linkButton('I have copied it', href(site, '/portal/developer'))}</p>`,
  ]);
}

/** The form of a new key came a second time. */
export function keySentBeforePage(site: Site, reader: Reader): Html {
  return portalLayout(inEnglish(site), reader, { title: 'The key was created before', kicker }, [
    html`<p class="lead">This form was sent before, and made its key then. Nothing more was done now.</p>
<p>The key cannot be shown again. If you did not copy it, rotate or revoke it and create another one.</p>
<p>${linkButton('Go to your keys', href(site, '/portal/developer'))}</p>`,
  ]);
}

/** Asks whether the key is to be revoked. */
export function revokeKeyPage(site: Site, reader: Reader, key: ShownKey): Html {
  return confirmation(site, reader, key, {
    title: 'Revoke this key?',
    text: html`<p class="lead">Software that uses the key is refused from then on. This cannot be undone.</p>`,
    sure: button({ label: 'Revoke the key', kind: 'danger' }),
  });
}

/** Asks whether the key is to be replaced. */
export function rotateKeyPage(site: Site, reader: Reader, key: ShownKey, formId: string): Html {
  return confirmation(site, reader, key, {
    title: 'Rotate this key?',
    text: html`<p class="lead">You get a new key with the same label and scopes, and this one is refused at once. Have the software that needs the new one at hand.</p>`,
    sure: [formIdField(formId), button({ label: 'Rotate the key' })],
  });
}

function confirmation(
  site: Site,
  reader: Reader,
  key: ShownKey,
  { title, text, sure }: { title: string; text: Html; sure: Html | readonly Html[] },
): Html {
  const { csrfToken } = reader;
  return portalLayout(inEnglish(site), reader, { title, kicker: keyName(key) }, [
    text,
    keyFacts(key),
    form(
      { csrfToken },
      buttons(sure, linkButton('Leave it', href(site, '/portal/developer'), 'secondary')),
    ),
  ]);
}

function formIdField(formId: string): Html {
  return html`<input type="hidden" name="formId" value="${formId}">`;
}

function writeNeedsWill(site: Site): Html {
  return html`<p>Keys that write — apply, file or pay — need your <a href="${href(site, '/portal/developer/manifestation')}">Manifestation of Will</a>, which is not signed. These only read:</p>`;
}

function scopeBox(
  scope: AgentScope,
  position: number,
  ticked: readonly string[],
  error: string | undefined,
): Html {
  return checkbox({
    name: 'scope',
    // The first one is where the error summary leads.
    id: position === 0 ? 'scope' : `scope-${position}`,
    value: scope,
    label: scopeWords[scope],
    hint: `${scope}${canWrite([scope]) ? ' — writes' : ''}`,
    checked: ticked.includes(scope),
    error: position === 0 ? error : undefined,
  });
}
