import { button, form, linkButton, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { notice } from '../../kernel/pages/text.ts';
import { type CeremonyForm, ceremonyForm } from './ceremony-form.ts';

const title = 'Confirm with your passkey';

const problems = {
  over: 'The page was open for more than five minutes, was already submitted, or was opened in another browser.',
  wrong: 'This is not one of your passkeys, or it was created for a different service.',
  suspended:
    'We no longer accept this passkey because there may be a copy of it. Use another passkey, or ask an operator for a code.',
  untrusted:
    'You cannot make decisions with this passkey because it was added without an operator’s code. Use another passkey.',
} as const;
export type ConfirmProblem = keyof typeof problems;

/** What is confirmed: a decision on a case, or a change in the console. */
const texts = {
  case: {
    kicker: 'Review',
    undone: 'No decision was made',
    what: 'A decision needs',
    back: 'Back to the case without deciding',
  },
  console: {
    kicker: 'Console',
    undone: 'Nothing was changed',
    what: 'A change needs',
    back: 'Go back without changing anything',
  },
} as const;

export interface ConfirmPage extends Pick<CeremonyForm, 'action' | 'offered' | 'options'> {
  readonly of: keyof typeof texts;
  /** The fields of the decision, submitted unchanged. */
  readonly carried: NonNullable<CeremonyForm['carried']>;
  /** The form's URL for showing it again without processing it. */
  readonly back: string;
  /** Whether the person has a passkey that can confirm it. */
  readonly hasPasskey: boolean;
  readonly problem?: ConfirmProblem | undefined;
}

/**
 * Asks for a passkey before a decision, whose fields the page contains and submits after the
 * confirmation.
 */
export function confirmPage(context: PageContext, viewer: Viewer, shown: ConfirmPage): Html {
  const { of, back, hasPasskey, problem, ...ceremony } = shown;
  const { kicker, undone, what, back: backLabel } = texts[of];
  const { csrfToken } = viewer;
  const head = {
    title: problem === undefined ? title : `Error: ${title}`,
    heading: title,
    kicker,
  };
  return portalLayout(inEnglish(context), viewer, head, [
    problem !== undefined && notice('warning', undone, html`<p>${problems[problem]}</p>`),
    hasPasskey
      ? [
          html`<p class="lead">To ${verbOf(of, ceremony.carried)}, confirm your identity. ${what} a passkey used within the last 15 minutes. What you entered is kept.</p>`,
          html`<div data-without-passkeys>${notice(
            'warning',
            'Passkeys need JavaScript and a browser that supports them',
            html`<p>${undone}. Turn on JavaScript, or open the page in a browser that supports passkeys.</p>`,
          )}</div>`,
          ceremonyForm(
            { kind: 'use', csrfToken, ...ceremony },
            button({ label: 'Confirm with your passkey' }),
          ),
        ]
      : [
          html`<p class="lead">${undone}. You need a passkey that is approved for decisions. If you go back, what you entered is kept.</p>`,
          html`<p>Ask an operator for a code. They give it to you in person or by phone. You enter it when you add the passkey.</p>`,
          html`<p>${linkButton('Add a passkey', href(context, '/portal/passkeys/new'))}</p>`,
        ],
    form({ csrfToken, action: back }, [
      ceremony.carried.map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      ),
      button({ label: backLabel, kind: 'secondary' }),
    ]),
  ]);
}

const verbs: Readonly<Record<keyof typeof texts, Readonly<Record<string, string>>>> = {
  case: { approve: 'approve this case', reject: 'reject this case', ask: 'send your question' },
  console: {
    tax: 'save the tax status',
    dissolve: 'dissolve this legal entity',
    add: 'add this representative',
    remove: 'remove this representative',
    voucher: 'create this voucher',
    partner: 'register this partner',
    key: 'issue a key',
    revoke: 'revoke this key',
    suspend: 'suspend this partner',
    resume: 'reactivate this partner',
    take: 'assign this case to yourself',
    close: 'close this case',
    staff: 'give these roles',
    roles: 'change these roles',
    leave: 'remove this person from the staff',
    code: 'create a passkey code',
    approve: 'approve this request',
    refuse: 'refuse this request',
    withdraw: 'withdraw this request',
  },
};

function verbOf(of: keyof typeof texts, carried: ConfirmPage['carried']): string {
  const sent = new Map(carried);
  return verbs[of][sent.get('decision') ?? ''] ?? verbs[of][sent.get('act') ?? ''] ?? 'do this';
}

/** Asks a staff member for the operator's code before they add a passkey. */
export function passkeyCodePage(
  context: PageContext,
  viewer: Viewer,
  { isWrong = false }: { readonly isWrong?: boolean } = {},
): Html {
  const heading = 'Enter the operator’s code';
  const { csrfToken } = viewer;
  const error = isWrong
    ? 'The code is wrong, was already used, was replaced or has expired'
    : undefined;
  const head = { title: isWrong ? `Error: ${heading}` : heading, heading, kicker: 'Passkeys' };
  return portalLayout(inEnglish(context), viewer, head, [
    html`<p class="lead">You use this passkey to make decisions, so an operator must confirm that it is yours. They give you a 12-character code in person or by phone, never by email. The code works once and expires after one day.</p>`,
    form({ csrfToken, action: href(context, '/portal/passkeys/new') }, [
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
    html`<p>Do you already have a passkey for decisions? <a href="${href(context, '/portal/sign-in?next=/portal/passkeys/new')}">Sign in with it</a> to add another one without a code.</p>`,
    html`<p class="after"><a href="${href(context, '/portal/passkeys')}">Back to my passkeys</a></p>`,
  ]);
}
