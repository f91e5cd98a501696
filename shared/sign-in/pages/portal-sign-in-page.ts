import { byLocale } from '../../kernel/pages/by-locale.ts';
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
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { notice } from '../../kernel/pages/text.ts';

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
}

const textsFor = byLocale(portalSignInPageTexts);

/** Asks for the email address. */
export function signInPage(context: PageContext, options: SignInFormOptions): Html {
  const { csrfToken, reason = null, unsent, value = '', passkey } = options;
  const texts = textsFor(context);
  const errors = withMessages(options.errors ?? {}, texts.wrong);
  return layout(context, formHead(texts.signIn, errors, context), [
    reason !== null &&
      notice(
        unsent ? 'warning' : 'info',
        texts.again[reason],
        html`<p>${unsent && texts.unsent}${texts.recent}</p>`,
      ),
    wayOn(context, options),
    html`<p class="lead">${texts.lead}</p>`,
    form({ csrfToken }, [
      textField({
        name: 'email',
        label: texts.email,
        hint: texts.emailHint,
        type: 'email',
        inputmode: 'email',
        // The second token offers passkeys among the addresses, if the browser supports it.
        autocomplete: passkey ? 'email webauthn' : 'email',
        spellcheck: false,
        value,
        error: errors['email'],
      }),
      button({ label: texts.send }),
    ]),
    passkey,
    html`<p class="fine after">${lostMailbox(context, texts.lostOwn)}</p>`,
  ]);
}

function lostMailbox(context: PageContext, label: string): Html {
  return html`<a href="${context.links?.help ?? href(context, '/help#lost-mailbox')}">${label}</a>`;
}

function wayOn(
  context: PageContext,
  { clientName, clientLogo, again = false, decides = false }: SignInFormOptions,
) {
  if (clientName === undefined) return null;
  const texts = textsFor(context);
  const [before, after] = again ? texts.clientAgain : texts.clientOn;
  return html`${clientLogo !== undefined && logoPicture(clientLogo)}<p class="lead">${before}<strong>${clientName}</strong>${after}${decides && texts.decides}</p>`;
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
export function codePage(context: PageContext, options: CodeFormOptions): Html {
  const { csrfToken, code, email, again } = options;
  const texts = textsFor(context);
  const { lead, hint } = texts.codes[code];
  const errors = withMessages(options.errors ?? {}, texts.wrong);
  const [noMail, another, end] = texts.noMail;
  return layout(context, formHead(texts.enter, errors, context), [
    html`<p class="lead">${lead(email ?? texts.thatAddress)}</p>`,
    form({ csrfToken }, [
      textField({
        name: 'code',
        label: texts.code,
        hint,
        inputmode: code === 'short' ? 'numeric' : 'text',
        autocomplete: 'one-time-code',
        spellcheck: false,
        width: code === 'short' ? 'code' : 'full',
        error: errors['code'],
      }),
      button({ label: texts.signIn }),
    ]),
    html`<p class="fine after">${noMail}<a href="${again}">${another}</a>${end} ${lostMailbox(context, texts.lost)}</p>`,
  ]);
}

/** A sign-in that has ended, for any reason. */
export function signInOverPage(context: PageContext, again: string): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.over }, [
    html`<p class="lead">${texts.overText}</p>`,
    html`<p>${linkButton(texts.over, again)}</p>`,
  ]);
}
