import {
  button,
  type FieldErrors,
  form,
  formHead,
  linkButton,
  textField,
  withMessages,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { logoPicture } from '../../kernel/pages/logo-picture.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';

import type { CodeKind } from '../domain/sign-in-code.ts';
import type { SignInReason } from '../domain/sign-in-reason.ts';
import { portalSignInPageTexts } from '../texts/index.ts';

export interface SignInFormOptions {
  readonly csrfToken: string;
  /** The application for which the user signs in. */
  readonly clientName?: string | undefined;
  /** Its logo in base64. */
  readonly clientLogo?: string | undefined;
  /** The user is signed in, and the application requires another sign-in. */
  readonly again?: boolean;
  /** A consent question follows. */
  readonly decides?: boolean;
  /** Why our own rules require a new sign-in. */
  readonly reason?: SignInReason | null;
  /** Whether they submitted a form, which was not processed. */
  readonly unsent?: boolean;
  readonly value?: string;
  readonly errors?: FieldErrors;
  /** The passkey sign-in; hidden until our script, which it needs, shows it. */
  readonly passkey?: Content;
  readonly script?: `/${string}`;
}

const say = words(portalSignInPageTexts);

/** Asks for the email address. */
export function signInPage(site: Site, options: SignInFormOptions): Html {
  const { csrfToken, reason = null, unsent, value = '', passkey, script } = options;
  const said = say(site);
  const errors = withMessages(options.errors ?? {}, said.wrong);
  return layout(site, { ...formHead(said.signIn, errors, site), ...(script && { script }) }, [
    reason !== null &&
      notice(
        unsent ? 'warning' : 'info',
        said.again[reason],
        html`<p>${unsent && said.unsent}${said.recent}</p>`,
      ),
    wayOn(site, options),
    html`<p class="lead">${said.lead}</p>`,
    form({ csrfToken }, [
      textField({
        name: 'email',
        label: said.email,
        hint: said.emailHint,
        type: 'email',
        inputmode: 'email',
        // The second token offers passkeys among the addresses, if the browser supports it.
        autocomplete: passkey ? 'email webauthn' : 'email',
        spellcheck: false,
        value,
        error: errors['email'],
      }),
      button({ label: said.send }),
    ]),
    passkey,
    html`<p class="fine after">${lostMailbox(site, said.lostOwn)}</p>`,
  ]);
}

function lostMailbox(site: Site, label: string): Html {
  return html`<a href="${site.links?.help ?? href(site, '/help#lost-mailbox')}">${label}</a>`;
}

function wayOn(
  site: Site,
  { clientName, clientLogo, again = false, decides = false }: SignInFormOptions,
) {
  if (clientName === undefined) return null;
  const said = say(site);
  const [before, after] = again ? said.clientAgain : said.clientOn;
  return html`${clientLogo !== undefined && logoPicture(clientLogo)}<p class="lead">${before}<strong>${clientName}</strong>${after}${decides && said.decides}</p>`;
}

export interface CodeFormOptions {
  readonly csrfToken: string;
  /** The emailed code, if there is an account; `none` if others requested too many codes. */
  readonly code: CodeKind | 'none';
  /** The entered address; null if unknown. */
  readonly email: string | null;
  /** The URL for requesting another code. */
  readonly again: string;
  readonly errors?: FieldErrors;
}

/** Asks for the code; does not reveal whether there is an account. */
export function codePage(site: Site, options: CodeFormOptions): Html {
  const { csrfToken, code, email, again } = options;
  const said = say(site);
  const { lead, hint } = said.codes[code];
  const errors = withMessages(options.errors ?? {}, said.wrong);
  const [noMail, another, end] = said.noMail;
  return layout(site, formHead(said.enter, errors, site), [
    html`<p class="lead">${lead(email ?? said.thatAddress)}</p>`,
    form({ csrfToken }, [
      textField({
        name: 'code',
        label: said.code,
        hint,
        inputmode: code === 'short' ? 'numeric' : 'text',
        autocomplete: 'one-time-code',
        spellcheck: false,
        width: code === 'short' ? 'code' : 'full',
        error: errors['code'],
      }),
      button({ label: said.signIn }),
    ]),
    html`<p class="fine after">${noMail}<a href="${again}">${another}</a>${end} ${lostMailbox(site, said.lost)}</p>`,
  ]);
}

/** A sign-in that has ended, for any reason. */
export function signInOverPage(site: Site, again: string): Html {
  const said = say(site);
  return layout(site, { title: said.over }, [
    html`<p class="lead">${said.overText}</p>`,
    html`<p>${linkButton(said.over, again)}</p>`,
  ]);
}
