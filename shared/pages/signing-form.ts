import { button, checkbox, type FieldErrors, form, textField } from './form.ts';
import { type Html, html } from './html.ts';

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
  /** Version of what is shown, so that nobody signs what they have not seen. */
  readonly version?: number;
}

/** The form in which somebody signs with their name (decisions §10: `signerName`, `agree`). */
export function signingForm(
  csrfToken: string,
  { statement, action, version }: ToSign,
  { signerName = '', agreed = false, errors = {} }: SentSignature,
): Html {
  return html`<h2>Your signature</h2>
${form({ csrfToken }, [
  version === undefined
    ? null
    : html`<input type="hidden" name="version" value="${String(version)}">`,
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
