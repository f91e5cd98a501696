import { bindingLocale, type Localized } from '../domain/locale.ts';
import { signingFormTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';
import { button, checkbox, type FieldErrors, form, textField } from './form.ts';
import { type Html, html } from './html.ts';

const textsFor = byLocale(signingFormTexts);

/** The error when the agreement text has changed since it was shown. */
export function agreementChanged(context: Localized): string {
  return textsFor(context).agreementChanged;
}

/** The error when the application's name has changed since it was shown. */
export function applicationChanged(context: Localized): string {
  return textsFor(context).applicationChanged;
}

/** The form as it was last submitted. */
export interface SentSignature {
  readonly signerName?: string;
  readonly agreed?: boolean;
  readonly errors?: FieldErrors;
}

/** The signed statement, and the label of the button. */
export interface ToSign {
  readonly statement: string;
  readonly action: string;
  /** Hidden fields that identify the shown texts, so that only these can be signed. */
  readonly shown: Readonly<Record<string, string>>;
}

/** A refused form, for its page to show again. */
export function refusedSignature({
  values,
  errors,
}: {
  readonly values: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly errors: FieldErrors;
}): SentSignature {
  const { signerName, agree } = values;
  return {
    signerName: typeof signerName === 'string' ? signerName : '',
    agreed: agree !== undefined && errors['agree'] === undefined,
    errors,
  };
}

/** The form with which a person signs with their name (decisions §10: `signerName`, `agree`). */
export function signingForm(
  csrfToken: string,
  { statement, action, shown }: ToSign,
  { signerName = '', agreed = false, errors = {} }: SentSignature,
  context: Localized = {},
): Html {
  return html`<h2>${textsFor(context).heading}</h2>
${form({ csrfToken }, [
  languageField(context),
  Object.entries(shown).map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
  ),
  nameField(signerName, errors['signerName'], context),
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

/** A hidden field with the page's language, which is stored with the signature. */
export function languageField({ locale = bindingLocale }: Localized): Html {
  return html`<input type="hidden" name="language" value="${locale}">`;
}

/** The field for the name that serves as a signature. */
export function nameField(
  signerName: string,
  error: string | undefined,
  context: Localized = {},
): Html {
  const { name, hint } = textsFor(context);
  return textField({
    name: 'signerName',
    label: name,
    hint,
    value: signerName,
    error,
    autocomplete: 'name',
    spellcheck: false,
  });
}
