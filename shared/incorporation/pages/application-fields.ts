import type { AddressLineName, TypedAddress } from '../../kernel/contracts/address.ts';
import { llcExtensions } from '../../kernel/contracts/legal-ending.ts';
import { addressFields, addressLabels } from '../../kernel/pages/address-fields.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type FieldErrors, fieldset, radios, select, textField } from '../../kernel/pages/form.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { residencyTypeName } from '../../people/pages/residency-type.ts';
import {
  type AddressName,
  type AddressPart,
  type ApplicationField,
  type ApplicationText,
  addressNames,
  addressParts,
  applicationFields,
} from '../contracts/portal-application.ts';
import {
  builtInAgent,
  type Complaint,
  type Complaints,
  lineOf,
  ownAgent,
} from '../contracts/read-application-form.ts';
import type { Plain } from '../texts/en.ts';
import { applicationFieldsTexts } from '../texts/index.ts';

const textsFor = byLocale(applicationFieldsTexts);

/** All fields of an application with their entered values and errors. */
export function applicationFieldsPart(
  context: PageContext,
  text: ApplicationText,
  errors: FieldErrors,
  isNew: boolean,
): Content {
  const texts = textsFor(context);
  const line = (name: Plain, options: Partial<Parameters<typeof textField>[0]> = {}) =>
    textField({
      name,
      label: texts.labels[name],
      value: text[name],
      error: errors[name],
      ...options,
    });
  const address = (name: AddressName, hint?: string) =>
    fieldset(texts.groups[name], [
      hint !== undefined && html`<p class="hint">${hint}</p>`,
      addressFields(typedIn(name, text), errors, context, {
        nameOf: (line) => `${name}${partOf(line)}`,
        isOther: name !== 'office',
      }),
    ]);
  const state = { text, errors };
  const isOwn = text.agent === ownAgent;
  const isAny = businessFields.some((field) => text[field] !== '' || errors[field] !== undefined);
  return html`<div class="halves"><div>
${line('name', { hint: texts.nameHint, autocomplete: 'organization', spellcheck: false })}
${select({
  name: 'extension',
  label: texts.labels.extension,
  options: llcExtensions.map((extension) => [extension, extension]),
  value: text.extension,
})}
${choices('residencyType', context, state, {
  hint: texts.residencyHint,
  options: [
    ['e-Resident', residencyTypeName('e-Resident', context)],
    ['Resident', residencyTypeName('Resident', context)],
  ],
})}
${line('contactEmail', { type: 'email', autocomplete: 'email', spellcheck: false })}
</div><div>
${address('office')}
</div><div>
${choices('agent', context, state, {
  hint: texts.agentHint,
  options: [
    [builtInAgent, texts.builtIn],
    [ownAgent, texts.own],
  ],
})}
<details${isOwn && html` open`}><summary>${texts.ownDetails}</summary>
${line('agentAttn', { required: false, autocomplete: 'off' })}
${line('agentNumber', { required: false, inputmode: 'numeric', autocomplete: 'off' })}
${address('agentOffice')}
${address('agentMailing', texts.mailingHint)}
</details>
</div><div>
${fieldset(texts.business, [
  html`<p class="hint">${texts.businessHint}</p>`,
  html`<details${isAny && html` open`}><summary>${texts.businessDetails}</summary>
${line('industry', { required: false })}
${line('whatIsYourBusinessIntendingToDo', { required: false })}
${line('website', { required: false, autocomplete: 'url' })}
${isNew && line('referralCode', { required: false, autocomplete: 'off', spellcheck: false })}
</details>`,
])}
</div></div>`;
}

const businessFields = [
  'industry',
  'whatIsYourBusinessIntendingToDo',
  'website',
  'referralCode',
] as const;

/** The entered address, by line. */
function typedIn(name: AddressName, text: ApplicationText): TypedAddress {
  const lines = addressParts.map((part) => [lineOf[part], text[`${name}${part}`]]);
  // The entries cover each part.
  return Object.fromEntries(lines) as TypedAddress;
}

function partOf(line: AddressLineName): AddressPart {
  const part = addressParts.find((each) => lineOf[each] === line);
  if (part === undefined) throw new Error(`no part is the line ${line}`);
  return part;
}

function choices(
  name: 'residencyType' | 'agent',
  context: PageContext,
  { text, errors }: { readonly text: ApplicationText; readonly errors: FieldErrors },
  {
    hint,
    options,
  }: {
    readonly hint: string;
    readonly options: readonly (readonly [value: string, label: string])[];
  },
): Content {
  return fieldset(textsFor(context).labels[name], [
    html`<p class="hint">${hint}</p>`,
    radios({
      name,
      options: options.map(([value, label]) => ({ value, label })),
      chosen: [text[name]],
      error: errors[name],
    }),
  ]);
}

/** Error messages in display order. */
export function fieldErrorsOf(complaints: Complaints, context: PageContext): FieldErrors {
  const found = applicationFields.flatMap((field) => {
    const complaint = complaints[field];
    return complaint === undefined
      ? []
      : [[field, inWords(complaint, labelOf(field, context), context)]];
  });
  return Object.fromEntries(found);
}

function inWords(complaint: Complaint, label: string, context: PageContext): string {
  const texts = textsFor(context);
  switch (complaint.kind) {
    case 'missing':
      return texts.fillIn(label);
    case 'choice':
      return texts.choose(label);
    case 'long':
      return texts.tooLong(label, complaint.most);
    case 'ending':
      return texts.ending;
    case 'email':
      return texts.email;
    case 'number':
      return texts.number;
    case 'characters':
      return texts.wrong(label);
  }
}

function labelOf(field: ApplicationField, context: PageContext): string {
  const texts = textsFor(context);
  const labels: Readonly<Record<string, string>> = texts.labels;
  for (const name of addressNames) {
    const part = addressParts.find((each) => field === `${name}${each}`);
    if (part !== undefined) {
      return texts.lineOfAddress(addressLabels(context)[lineOf[part]], texts.groups[name]);
    }
  }
  return labels[field] ?? field;
}
