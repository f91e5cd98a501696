import {
  button,
  errorSummary,
  type FieldErrors,
  form,
  linkButton,
  textField,
} from '../kernel/pages/form.ts';
import { type Content, type Html, html } from '../kernel/pages/html.ts';
import { layout } from '../kernel/pages/layout.ts';
import { inEnglish, type Site } from '../kernel/pages/site.ts';
import { notice } from '../kernel/pages/text.ts';
import { recentSignIn } from './domain/session.ts';
import { challengeLifetime, signInCodeLifetime } from './domain/sign-in-challenge.ts';
import type { CodeKind } from './domain/sign-in-code.ts';
import type { SignInReason } from './domain/sign-in-reason.ts';

export interface SignInFormOptions {
  readonly csrfToken: string;
  /** The application that somebody is on the way to. */
  readonly clientName?: string | undefined;
  /** They are signed in, and the application asks for it once more. */
  readonly again?: boolean;
  /** They will be asked what the application may do. */
  readonly decides?: boolean;
  /** Why our own rule makes somebody who is signed in do it once more. */
  readonly reason?: SignInReason | null;
  /** Whether they sent a form, of which nothing was done. */
  readonly unsent?: boolean;
  readonly value?: string;
  readonly errors?: FieldErrors;
  /** Another way in, beside the code; hidden until a script of ours, which it needs, shows it. */
  readonly passkey?: Content;
  readonly script?: `/${string}`;
}

/** What a recent sign-in is for, after “to”. */
const purposes: Readonly<Record<SignInReason, string>> = {
  amendment: 'sign an amendment',
  connection: 'allow an application to use your account',
  key: 'create, rotate or revoke an API key',
  passkey: 'add or remove a passkey',
  will: 'sign or revoke the Manifestation of Will',
};

/** Asks for the mail address. */
export function signInPage(site: Site, options: SignInFormOptions): Html {
  const { csrfToken, reason = null, unsent, value = '', errors = {} } = options;
  const { passkey, script } = options;
  return layout(inEnglish(site), { ...headOf('Sign in', errors), ...(script && { script }) }, [
    reason !== null &&
      notice(
        unsent ? 'warning' : 'info',
        `Please sign in again to ${purposes[reason]}`,
        html`<p>${unsent && 'Nothing was done yet of what you have just sent: you will be asked once more. '}For this, a sign-in must not be older than ${recentSignIn / 60_000} minutes.</p>`,
      ),
    wayOn(options),
    html`<p class="lead">We send a code to your e-mail address. There is no password.</p>`,
    form({ csrfToken }, [
      textField({
        name: 'email',
        label: 'E-mail address',
        hint: 'The one that the registry knows you by.',
        type: 'email',
        inputmode: 'email',
        // The second word offers passkeys among the addresses, where the browser can.
        autocomplete: passkey ? 'email webauthn' : 'email',
        spellcheck: false,
        value,
        error: errors['email'],
      }),
      button({ label: 'Send me a code' }),
    ]),
    passkey,
  ]);
}

function wayOn({ clientName, again = false, decides = false }: SignInFormOptions) {
  if (clientName === undefined) return null;
  const client = html`<strong>${clientName}</strong>`;
  const why = again
    ? html`Please sign in again: ${client} asks for it.`
    : html`Sign in to go on to ${client}.`;
  return html`<p class="lead">${why}${decides && ' You decide afterwards what it may do.'}</p>`;
}

export interface CodeFormOptions {
  readonly csrfToken: string;
  /** What was mailed, if there is an account; `none` where others have asked for too many codes. */
  readonly code: CodeKind | 'none';
  /** Where another code is asked for. */
  readonly again: string;
  readonly errors?: FieldErrors;
}

/** Asks for the code; says nothing of whether there is an account to which one was sent. */
export function codePage(site: Site, options: CodeFormOptions): Html {
  const { csrfToken, code, again, errors = {} } = options;
  const { lead, hint } = codeWords[code];
  return layout(inEnglish(site), headOf('Enter the code', errors), [
    html`<p class="lead">${lead}</p>`,
    form({ csrfToken }, [
      textField({
        name: 'code',
        label: 'Code',
        hint,
        inputmode: code === 'short' ? 'numeric' : 'text',
        autocomplete: 'one-time-code',
        spellcheck: false,
        width: code === 'short' ? 'code' : 'full',
        error: errors['code'],
      }),
      button({ label: 'Sign in' }),
    ]),
    html`<p class="fine after">No mail? Look in your spam folder, check the address, and <a href="${again}">ask for another code</a>.</p>`,
  ]);
}

const longHint = `Letters and digits; small letters, spaces and hyphens do not matter. It is valid for ${challengeLifetime / 60_000} minutes`;

const codeWords: Readonly<
  Record<CodeKind | 'none', { readonly lead: string; readonly hint: string }>
> = {
  short: {
    lead: 'If there is an account with that address, we have sent it a code of six digits.',
    hint: `It is valid for ${signInCodeLifetime / 60_000} minutes, in this browser only.`,
  },
  long: {
    lead: 'If there is an account with that address, we have sent it a code of twelve characters.',
    hint: `${longHint}, in this browser.`,
  },
  none: {
    lead: 'Many codes were asked for with that address, so we have sent no further one. If there is an account, the newest code of twelve characters in its mailbox works here.',
    hint: `${longHint} from when it was asked for.`,
  },
};

/** A sign-in that is over, whatever ended it. */
export function signInOverPage(site: Site, again: string): Html {
  return layout(inEnglish(site), { title: 'Ask for a new code' }, [
    html`<p class="lead">This sign-in is over. It was used, too many wrong codes were entered, or it is older than ${challengeLifetime / 60_000} minutes.</p>`,
    html`<p>${linkButton('Ask for a new code', again)}</p>`,
  ]);
}

function headOf(heading: string, errors: FieldErrors) {
  const wrong = Object.keys(errors).length > 0;
  return {
    title: wrong ? `Error: ${heading}` : heading,
    heading,
    before: errorSummary(errors),
  };
}
