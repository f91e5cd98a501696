import { challengeLifetime, codeLifetime } from '../domain/sign-in.ts';
import { button, errorSummary, type FieldErrors, form, linkButton, textField } from './form.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { Site } from './site.ts';

export interface SignInFormOptions {
  readonly csrfToken: string;
  /** The application that somebody is on the way to. */
  readonly clientName?: string | undefined;
  /** They are signed in, and the application asks for it once more. */
  readonly again?: boolean;
  /** They will be asked what the application may do. */
  readonly decides?: boolean;
  readonly value?: string;
  readonly errors?: FieldErrors;
}

/** Asks for the mail address. */
export function signInPage(site: Site, options: SignInFormOptions): Html {
  const { csrfToken, value = '', errors = {} } = options;
  return layout(site, headOf('Sign in', errors), [
    wayOn(options),
    html`<p class="lead">We send a code to your e-mail address. There is no password.</p>`,
    form({ csrfToken }, [
      textField({
        name: 'email',
        label: 'E-mail address',
        hint: 'The one that the registry knows you by.',
        type: 'email',
        inputmode: 'email',
        autocomplete: 'email',
        spellcheck: false,
        value,
        error: errors['email'],
      }),
      button({ label: 'Send me a code' }),
    ]),
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

/** Asks for the code; says nothing of whether there is an account to which one was sent. */
export function codePage(
  site: Site,
  { csrfToken, errors = {}, again }: Omit<SignInFormOptions, 'again'> & { readonly again: string },
): Html {
  return layout(site, headOf('Enter the code', errors), [
    html`<p class="lead">If there is an account with that address, we have sent it a code of six digits.</p>`,
    form({ csrfToken }, [
      textField({
        name: 'code',
        label: 'Code',
        hint: `It is valid for ${codeLifetime / 60_000} minutes, in this browser only.`,
        inputmode: 'numeric',
        autocomplete: 'one-time-code',
        spellcheck: false,
        width: 'code',
        error: errors['code'],
      }),
      button({ label: 'Sign in' }),
    ]),
    html`<p class="fine after">No mail? Look among the unwanted mail, check the address, and <a href="${again}">ask for another code</a>.</p>`,
  ]);
}

/** A sign-in that is over, whatever ended it. */
export function signInOverPage(site: Site, again: string): Html {
  return layout(site, { title: 'Ask for a new code' }, [
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
