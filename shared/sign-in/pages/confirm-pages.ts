import { button, form, linkButton, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { type CeremonyForm, ceremonyForm } from './ceremony-form.ts';
import { passkeyScriptPath } from './passkey-script.ts';

const title = 'Confirm with your passkey';

const problems = {
  over: 'The page was open for more than five minutes, was sent before, or was opened in another browser.',
  wrong: 'This is none of your passkeys, or it was made for something else.',
  suspended:
    'The counter of this passkey went back, so there may be a copy of it. Use another one, or ask an operator for a code.',
  unvouched:
    'This passkey was added without an operator’s code, and is not good for decisions. Use another one.',
} as const;
export type ConfirmProblem = keyof typeof problems;

export interface ConfirmPage extends Pick<CeremonyForm, 'action' | 'offered' | 'options'> {
  /** The decision as it was sent; it goes on as it is. */
  readonly carried: NonNullable<CeremonyForm['carried']>;
  /** Where the form is sent to be shown again, and nothing is done. */
  readonly back: string;
  /** Whether there is a passkey that can confirm it. */
  readonly hasPasskey: boolean;
  readonly problem?: ConfirmProblem | undefined;
}

/** Asks for a passkey before a decision, which the page carries along, and which is sent on once it is confirmed. */
export function confirmPage(site: Site, reader: Reader, shown: ConfirmPage): Html {
  const { back, hasPasskey, problem, ...ceremony } = shown;
  const { csrfToken } = reader;
  const head = {
    title: problem === undefined ? title : `Error: ${title}`,
    heading: title,
    kicker: 'Review',
    script: passkeyScriptPath,
  };
  return portalLayout(inEnglish(site), reader, head, [
    problem !== undefined &&
      notice('warning', 'Nothing was decided', html`<p>${problems[problem]}</p>`),
    hasPasskey
      ? [
          html`<p class="lead">To ${verbOf(ceremony.carried)}, show that it is you: a decision needs your passkey, used within the last 15 minutes. What you typed is kept.</p>`,
          html`<div data-without-passkeys>${notice(
            'warning',
            'This needs a script, and a browser that knows passkeys',
            html`<p>Nothing was decided. Open the case in a browser that does.</p>`,
          )}</div>`,
          ceremonyForm(
            { kind: 'use', csrfToken, ...ceremony },
            button({ label: 'Confirm with your passkey' }),
          ),
        ]
      : [
          html`<p class="lead">Nothing was decided: a decision needs a passkey, and you have none that is good for it. What you typed is kept when you go back.</p>`,
          html`<p>Ask an operator for a code. They tell it you themselves, and you enter it where you add the passkey.</p>`,
          html`<p>${linkButton('Add a passkey', href(site, '/portal/passkeys/new'))}</p>`,
        ],
    form({ csrfToken, action: back }, [
      ceremony.carried.map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      ),
      button({ label: 'Back to the case, without a decision', kind: 'secondary' }),
    ]),
  ]);
}

const verbs: Readonly<Record<string, string>> = {
  approve: 'approve it',
  reject: 'reject it',
  ask: 'send your question',
};

function verbOf(carried: ConfirmPage['carried']): string {
  const sent = new Map(carried);
  return verbs[sent.get('decision') ?? ''] ?? verbs[sent.get('act') ?? ''] ?? 'do this';
}

/** Asks somebody of the staff for the operator's code before they add a passkey. */
export function passkeyCodePage(
  site: Site,
  reader: Reader,
  { isWrong = false }: { readonly isWrong?: boolean } = {},
): Html {
  const heading = 'Enter the operator’s code';
  const { csrfToken } = reader;
  const error = isWrong
    ? 'The code is wrong, was used or replaced, or is older than a day'
    : undefined;
  const head = { title: isWrong ? `Error: ${heading}` : heading, heading, kicker: 'Passkeys' };
  return portalLayout(inEnglish(site), reader, head, [
    html`<p class="lead">Your passkey decides cases, so an operator vouches that it is yours: they give you a code of twelve characters, in person or by telephone, and not by mail. It works once, for a day.</p>`,
    form({ csrfToken, action: href(site, '/portal/passkeys/new') }, [
      textField({
        name: 'code',
        label: 'Code',
        maxlength: 40,
        autocomplete: 'off',
        spellcheck: false,
        width: 'code',
        error,
      }),
      button({ label: 'Continue' }),
    ]),
    html`<p>You have a passkey that is good for decisions? <a href="${href(site, '/portal/sign-in?next=/portal/passkeys/new')}">Sign in with it</a>, and add another one without a code.</p>`,
    html`<p class="after"><a href="${href(site, '/portal/passkeys')}">Back to my passkeys</a></p>`,
  ]);
}
