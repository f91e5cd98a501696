import {
  button,
  buttons,
  errorSummary,
  type FieldErrors,
  form,
  linkButton,
  textField,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { maxPasskeys } from '../domain/passkey.ts';
import { type CeremonyForm, ceremonyForm } from './ceremony-form.ts';
import { passkeyScriptPath } from './passkey-script.ts';

/** A passkey as its owner sees it. Instants are ISO 8601 in UTC. */
export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly suspendedAt: string | null;
  /** Where it is good for decisions of the staff. */
  readonly vouched?: string | undefined;
}

const place = '/portal/passkeys';
const list = (site: Site) => href(site, place);

/** All passkeys of the reader, the oldest first. */
export function passkeysPage(site: Site, reader: Reader, passkeys: readonly ShownPasskey[]): Html {
  return portalLayout(inEnglish(site), reader, { title: 'Passkeys', kicker: 'Settings', place }, [
    html`<p class="lead">With a passkey you sign in by your device or a security key, and without a code by mail. The code stays a way in for you.</p>`,
    passkeys.length === 0 && html`<p>You have no passkeys.</p>`,
    passkeys.map((passkey) => [
      html`<h2>${passkey.name}</h2>`,
      suspension(passkey),
      facts(passkey),
      html`<p class="acts"><a href="${list(site)}/${passkey.id}">Rename<span class="unseen"> ${passkey.name}</span></a><a href="${list(site)}/${passkey.id}/remove">Remove<span class="unseen"> ${passkey.name}</span></a></p>`,
    ]),
    passkeys.length >= maxPasskeys
      ? html`<p>You have ${maxPasskeys} passkeys, which is the most. Remove one before you add another.</p>`
      : html`<p class="after">${linkButton('Add a passkey', `${list(site)}/new`)}</p>`,
    html`<p class="fine after">Removing a passkey signs out the other browsers that have signed in with it, and no more: see <a href="${href(site, '/portal/browsers')}">where you are signed in</a>.</p>`,
  ]);
}

/** Runs the ceremony that makes a passkey. */
export function newPasskeyPage(
  site: Site,
  reader: Reader,
  { offered, options }: Pick<CeremonyForm, 'offered' | 'options'>,
  { value = '', errors = {} }: { readonly value?: string; readonly errors?: FieldErrors } = {},
): Html {
  const title = 'Add a passkey';
  const wrong = Object.keys(errors).length > 0;
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: wrong ? `Error: ${title}` : title,
      heading: title,
      kicker: 'Passkeys',
      before: errorSummary(errors),
      script: passkeyScriptPath,
    },
    [
      html`<p class="lead">Your browser asks for your finger, your face or a PIN, on this device, a phone or a security key. We get no more than the public half of a key.</p>`,
      html`<div data-without-passkeys>${notice(
        'warning',
        'This needs a script, and a browser that knows passkeys',
        html`<p>Adding and using a passkey is the one thing here that does. Everything else works as it is, and you can always sign in with a code by mail.</p>`,
      )}</div>`,
      ceremonyForm(
        {
          kind: 'create',
          csrfToken: reader.csrfToken,
          action: `${list(site)}/new`,
          offered,
          options,
        },
        [
          textField({
            name: 'name',
            label: 'What you call it',
            hint: 'Such as “phone”, or “key in the safe”. Only you see it.',
            maxlength: 60,
            required: false,
            autocomplete: 'off',
            value,
            error: errors['name'],
          }),
          button({ label: 'Add a passkey' }),
        ],
      ),
      html`<p class="after"><a href="${list(site)}">Back to my passkeys</a></p>`,
    ],
  );
}

const failures = {
  over: 'The page was open for more than five minutes, was sent before, or belongs to another sign-in.',
  wrong:
    'Your browser made no passkey that we accept: it must be made on this page, with your finger, your face or a PIN.',
  taken: 'This passkey is, or was, somebody’s already. Make a new one.',
  full: `You have ${maxPasskeys} passkeys, which is the most. Remove one first.`,
  deactivated: 'The account is not active any more.',
  unvouched:
    'The operator’s code was used or replaced meanwhile, or is too old, or your other passkey was removed.',
} as const;

/** A passkey that was not added. */
export function passkeyNotAddedPage(site: Site, reader: Reader, why: keyof typeof failures): Html {
  return portalLayout(
    inEnglish(site),
    reader,
    { title: 'No passkey was added', kicker: 'Passkeys' },
    [
      html`<p class="lead">${failures[why]}</p>`,
      buttons(
        linkButton('Try again', `${list(site)}/new`),
        linkButton('My passkeys', list(site), 'secondary'),
      ),
    ],
  );
}

/** Gives a passkey another name. */
export function renamePasskeyPage(
  site: Site,
  reader: Reader,
  passkey: ShownPasskey,
  {
    value = passkey.name,
    errors = {},
  }: { readonly value?: string; readonly errors?: FieldErrors } = {},
): Html {
  const { csrfToken } = reader;
  const title = 'Rename this passkey';
  const wrong = Object.keys(errors).length > 0;
  const head = {
    title: wrong ? `Error: ${title}` : title,
    heading: title,
    kicker: passkey.name,
    before: errorSummary(errors),
  };
  return portalLayout(inEnglish(site), reader, head, [
    facts(passkey),
    form({ csrfToken }, [
      textField({
        name: 'name',
        label: 'What you call it',
        maxlength: 60,
        required: false,
        autocomplete: 'off',
        value,
        error: errors['name'],
      }),
      buttons(button({ label: 'Save' }), linkButton('Leave it', list(site), 'secondary')),
    ]),
  ]);
}

/** Asks whether a passkey is to be removed. */
export function removePasskeyPage(site: Site, reader: Reader, passkey: ShownPasskey): Html {
  const { csrfToken } = reader;
  return portalLayout(
    inEnglish(site),
    reader,
    { title: 'Remove this passkey?', kicker: passkey.name },
    [
      html`<p class="lead">Nobody can sign in with it from then on, and this cannot be undone. Remove it from the device or security key, too: we can’t.</p>`,
      facts(passkey),
      form(
        { csrfToken },
        buttons(
          button({ label: 'Remove the passkey', kind: 'danger' }),
          linkButton('Leave it', list(site), 'secondary'),
        ),
      ),
    ],
  );
}

function suspension({ suspendedAt }: ShownPasskey) {
  return (
    suspendedAt !== null &&
    notice(
      'warning',
      'It is not accepted any more',
      html`<p>Its counter went back on ${instant(suspendedAt)}: there may be a copy of it. Remove it, and add a new one.</p>`,
    )
  );
}

function facts({ synced, createdAt, lastUsedAt, vouched }: ShownPasskey): Html {
  return definitionList([
    ['Added', instant(createdAt)],
    ['Last used', lastUsedAt === null ? 'Never' : instant(lastUsedAt)],
    [
      'Kept',
      synced
        ? 'In your accounts with its maker: on several devices'
        : 'On one device or security key',
    ],
    vouched === undefined ? null : ['For decisions', 'Yes'],
  ]);
}
