import type { Localized } from '../domain/locale.ts';
import { formTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';
import { type Content, type Html, html } from './html.ts';

const textsFor = byLocale(formTexts);

/** The name of the hidden field with the CSRF token. */
export const csrfField = 'csrf';

/** Field errors by the field's name, in the order of the form. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface FormOptions {
  readonly csrfToken: string;
  /** The form's target; default: the page's own URL. */
  readonly action?: string;
  /** The form also contains text, which is printed without the fields. */
  readonly isPage?: boolean;
}

/** A form. Only the server validates it, so the errors are the same in every browser. */
export function form({ csrfToken, action, isPage }: FormOptions, content: Content): Html {
  return html`<form method="post"${isPage && html` class="page"`}${action !== undefined && html` action="${action}"`} novalidate>
<input type="hidden" name="${csrfField}" value="${csrfToken}">
${content}
</form>`;
}

export interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly value?: string;
  readonly type?: 'text' | 'email' | 'password' | 'date';
  /** The HTML autofill token. */
  readonly autocomplete?: string;
  readonly inputmode?: 'text' | 'email' | 'numeric';
  readonly maxlength?: number;
  readonly spellcheck?: boolean;
  readonly required?: boolean;
  readonly width?: 'code' | 'full';
  /** The keyboard shortcut of the field: see `shortcuts.ts`. */
  readonly shortcut?: string;
  /** Suggested values with their labels; other values can be typed. */
  readonly suggestions?: readonly (readonly [value: string, label: string])[];
}

/** A text field with its label, hint and error. */
export function textField(options: FieldOptions): Html {
  const { name, label, hint, error, value = '', type = 'text', width = 'full' } = options;
  const { autocomplete, inputmode, maxlength, spellcheck, required = true, shortcut } = options;
  const { suggestions } = options;
  const list = suggestions && `${name}-list`;
  return html`<div class="field${error !== undefined && ' wrong'}">
<label for="${name}">${label}</label>
${hintOf(name, hint)}${errorOf(name, error)}
<input class="${width}" id="${name}" name="${name}" type="${type}" value="${value}"${required && html` required`}${attributes({ autocomplete, inputmode, maxlength, list, 'aria-keyshortcuts': shortcut })}${spellcheck === false && html` spellcheck="false"`}${described(name, hint, error)}>
${suggestions && html`<datalist id="${list}">${suggestions.map(([each, text]) => html`<option value="${each}">${text}`)}</datalist>`}
</div>`;
}

export interface TextAreaOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly value?: string;
  readonly rows?: number;
  readonly required?: boolean;
  readonly shortcut?: string;
}

/** A multi-line text field. */
export function textArea(options: TextAreaOptions): Html {
  const { name, label, hint, error, value = '', rows = 4, required = true, shortcut } = options;
  return html`<div class="field${error !== undefined && ' wrong'}">
<label for="${name}">${label}</label>
${hintOf(name, hint)}${errorOf(name, error)}
<textarea class="full" id="${name}" name="${name}" rows="${rows}"${required && html` required`}${attributes({ 'aria-keyshortcuts': shortcut })}${described(name, hint, error)}>
${value}</textarea>
</div>`;
}

export interface ChoiceOptions {
  readonly name: string;
  readonly label: Content;
  readonly value?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly checked?: boolean;
  readonly required?: boolean;
  /** Distinguishes choices with the same name. */
  readonly id?: string;
}

export function checkbox(options: ChoiceOptions): Html {
  return choice('checkbox', options);
}

/** One of several choices with the same name. Give each its own `id`. */
export function radio(options: ChoiceOptions): Html {
  return choice('radio', options);
}

function choice(type: 'checkbox' | 'radio', options: ChoiceOptions): Html {
  const { name, label, value = 'yes', hint, error, checked, required, id = name } = options;
  return html`<div class="field choice${error !== undefined && ' wrong'}">
${errorOf(id, error)}
<div><input id="${id}" name="${name}" type="${type}" value="${value}"${checked && html` checked`}${required && html` required`}${described(id, hint, error)}><label for="${id}">${label}</label></div>
${hintOf(id, hint)}
</div>`;
}

export interface ChoicesOptions {
  readonly name: string;
  readonly options: readonly Pick<ChoiceOptions, 'value' | 'label' | 'hint'>[];
  readonly chosen: readonly (string | undefined)[];
  readonly error?: string | undefined;
}

/**
 * The checkboxes of one question. The error is shown at the first one, to which the error summary
 * links.
 */
export function checkboxes(options: ChoicesOptions): readonly Html[] {
  return choices(checkbox, options);
}

/** The radio buttons of one question, with one selected. */
export function radios(options: ChoicesOptions): readonly Html[] {
  return choices(radio, options);
}

function choices(
  field: (options: ChoiceOptions) => Html,
  { name, options, chosen, error }: ChoicesOptions,
): readonly Html[] {
  return options.map((option, position) =>
    field({
      ...option,
      name,
      id: position === 0 ? name : `${name}-${position}`,
      checked: chosen.includes(option.value),
      error: position === 0 ? error : undefined,
    }),
  );
}

export interface SelectOptions {
  readonly name: string;
  readonly label: string;
  /** The values with their labels, in order. */
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly value: string;
  readonly error?: string | undefined;
  readonly autocomplete?: string;
  readonly required?: boolean;
}

/** A select field. Its options have no end tags, which HTML does not require: a form has up to three lists of countries. */
export function select(given: SelectOptions): Html {
  const { name, label, options, value, error, autocomplete, required = false } = given;
  return html`<div class="field${error !== undefined && ' wrong'}">
<label for="${name}">${label}</label>
${errorOf(name, error)}
<select class="full" id="${name}" name="${name}"${required && html` required`}${attributes({ autocomplete })}${described(name, undefined, error)}>${options.map(
    ([each, text]) => html`<option value="${each}"${each === value && html` selected`}>${text}`,
  )}</select>
</div>`;
}

/** A form of method GET: each answer has its own URL. */
export function queryForm(action: string, label: string, content: Content): Html {
  return html`<form method="get" action="${action}" class="filters" role="search" aria-label="${label}" novalidate>
${content}
</form>`;
}

/** The query of a list's address, without absent and empty values. */
export function listQuery(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((each): each is [string, string] => !!each[1]);
  return String(new URLSearchParams(given));
}

/** Values that a form repeats without showing them. */
export function hiddenFields(values: Readonly<Record<string, string>> | undefined): Content {
  return Object.entries(values ?? {}).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

/** A group of fields, such as the choices of one question. */
export function fieldset(legend: string, content: Content): Html {
  return html`<fieldset><legend>${legend}</legend>${content}</fieldset>`;
}

export interface ButtonOptions {
  readonly label: string;
  /** The name under which the button's value is submitted. */
  readonly name?: string;
  readonly value?: string;
  readonly kind?: 'primary' | 'secondary' | 'danger';
  readonly shortcut?: string;
}

/** A submit button. Enter triggers the first one of a form. */
export function button({ label, name, value, kind = 'primary', shortcut }: ButtonOptions): Html {
  return html`<button class="button ${kind}" type="submit"${attributes({ name, value, 'aria-keyshortcuts': shortcut })}>${label}</button>`;
}

/** Buttons side by side; stacked on a phone. */
export function buttons(...content: readonly Content[]): Html {
  return html`<div class="buttons">${content}</div>`;
}

/** A confirmation step: submits the data again with `confirmed`, or goes back with `act=back`. */
export function confirmation(
  { csrfToken }: Pick<FormOptions, 'csrfToken'>,
  {
    label,
    danger,
    carried,
  }: {
    readonly label: string;
    readonly danger: boolean;
    readonly carried: Readonly<Record<string, string | readonly string[]>>;
  },
): Html {
  const hidden = (name: string, value: string) =>
    html`<input type="hidden" name="${name}" value="${value}">`;
  const { act = '', ...rest } = carried;
  return form({ csrfToken }, [
    Object.entries({ ...rest, confirmed: 'yes' }).flatMap(([name, value]) =>
      [value].flat().map((each) => hidden(name, each)),
    ),
    buttons(
      button({ label, name: 'act', value: String(act), ...(danger && { kind: 'danger' }) }),
      button({ label: 'Go back', name: 'act', value: 'back', kind: 'secondary' }),
    ),
  ]);
}

/** A link that looks like a button, for a step that submits nothing. */
export function linkButton(
  given: string | { readonly label: string; readonly shortcut: string },
  url: string,
  kind: 'primary' | 'secondary' = 'primary',
) {
  const { label, shortcut } =
    typeof given === 'string' ? { label: given, shortcut: undefined } : given;
  return html`<a class="button ${kind}"${attributes({ 'aria-keyshortcuts': shortcut })} href="${url}">${label}</a>`;
}

/**
 * Field errors with the messages of a page's catalogue; fields that it does not cover keep theirs.
 * Schema messages are in the binding language.
 */
export function withMessages(errors: FieldErrors, messages: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name, messages[name] ?? message]),
  );
}

/**
 * The head of a page with a form. Its errors come first, and the title also announces them because
 * screen readers read it first.
 */
export function formHead(title: string, errors: FieldErrors, context: Localized = {}) {
  const isWrong = Object.keys(errors).length > 0;
  // The word is the same in all our languages.
  const heading = isWrong ? `Error: ${title}` : title;
  return { title: heading, heading: title, before: errorSummary(errors, context) };
}

/**
 * The error summary of a form, which comes first and gets the focus, with a link to each field;
 * empty if there are no errors.
 */
export function errorSummary(errors: FieldErrors, context: Localized = {}): Html | null {
  const entries = Object.entries(errors);
  if (entries.length === 0) return null;
  return html`<div class="summary" role="alert" aria-labelledby="summary-title" tabindex="-1" autofocus>
<h2 id="summary-title">${textsFor(context).problem}</h2>
<ul>${entries.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}</ul>
</div>`;
}

function hintOf(id: string, hint: string | undefined): Content {
  return hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`;
}

function errorOf(id: string, error: string | undefined): Content {
  return (
    error !== undefined &&
    html`<p class="error" id="${id}-error"><span class="unseen">Error: </span>${error}</p>`
  );
}

function described(id: string, hint: string | undefined, error: string | undefined): Content {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`];
  const list = ids.filter((each) => each !== false).join(' ');
  return [
    list !== '' && html` aria-describedby="${list}"`,
    error !== undefined && html` aria-invalid="true"`,
  ];
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): Content {
  return Object.entries(values).map(
    ([name, value]) => value !== undefined && html` ${name}="${value}"`,
  );
}
