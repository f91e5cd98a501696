import { button, checkbox, type FieldErrors, form, textField } from './form.ts';
import { type Html, html } from './html.ts';

/** What the form says when another text is in force than the one that it was sent for. */
export const agreementChanged =
  'The agreement was changed since you opened this page. Read it again, then tick the box';

/** The form as it was sent last. */
export interface SentSignature {
  readonly signerName?: string;
  readonly agreed?: boolean;
  readonly errors?: FieldErrors;
}

/** What is signed: the sentence that the signer agrees to, and the words of the button. */
export interface ToSign {
  readonly statement: string;
  readonly action: string;
  /** The field that says what is shown, so that nobody signs what they have not seen. */
  readonly shown: { readonly field: string; readonly value: string };
}

/** The form in which somebody signs with their name (decisions §10: `signerName`, `agree`). */
export function signingForm(
  csrfToken: string,
  { statement, action, shown }: ToSign,
  { signerName = '', agreed = false, errors = {} }: SentSignature,
): Html {
  return html`<h2>Your signature</h2>
${form({ csrfToken }, [
  html`<input type="hidden" name="${shown.field}" value="${shown.value}">`,
  textField({
    name: 'signerName',
    label: 'Full name',
    hint: 'Type your name as it is in your passport. It stands as your signature.',
    value: signerName,
    error: errors['signerName'],
    autocomplete: 'name',
    spellcheck: false,
  }),
  checkbox({
    name: 'agree',
    label: statement,
    checked: agreed,
    required: true,
    error: errors['agree'],
  }),
  button({ label: action }),
])}`;
}
