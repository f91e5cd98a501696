import type { AddressLineName, TypedAddress } from '../../kernel/contracts/address.ts';
import { llcExtensions } from '../../kernel/contracts/legal-ending.ts';
import { addressFields, addressLabels } from '../../kernel/pages/address-fields.ts';
import { type FieldErrors, fieldset, radios, select, textField } from '../../kernel/pages/form.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
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

const say = words(applicationFieldsTexts);

/** All fields of an application with their entered values and errors. */
export function applicationFieldsPart(
  site: Site,
  text: ApplicationText,
  errors: FieldErrors,
  isNew: boolean,
): Content {
  const said = say(site);
  const line = (name: Plain, options: Partial<Parameters<typeof textField>[0]> = {}) =>
    textField({
      name,
      label: said.labels[name],
      value: text[name],
      error: errors[name],
      ...options,
    });
  const address = (name: AddressName, hint?: string) =>
    fieldset(said.groups[name], [
      hint !== undefined && html`<p class="hint">${hint}</p>`,
      addressFields(typedIn(name, text), errors, site, {
        nameOf: (line) => `${name}${partOf(line)}`,
        isOther: name !== 'office',
      }),
    ]);
  const isOwn = text.agent === ownAgent;
  return [
    line('name', { hint: said.nameHint, autocomplete: 'organization', spellcheck: false }),
    select({
      name: 'extension',
      label: said.labels.extension,
      options: llcExtensions.map((extension) => [extension, extension]),
      value: text.extension,
    }),
    choices('residencyType', said.labels.residencyType, text, errors, [
      ['e-Resident', residencyTypeName('e-Resident', site)],
      ['Resident', residencyTypeName('Resident', site)],
    ]),
    line('contactEmail', { type: 'email', autocomplete: 'email', spellcheck: false }),
    address('office'),
    choices(
      'agent',
      said.labels.agent,
      text,
      errors,
      [
        [builtInAgent, said.builtIn],
        [ownAgent, said.own],
      ],
      said.agentHint,
    ),
    html`<details${isOwn && html` open`}><summary>${said.ownDetails}</summary>
${line('agentAttn', { required: false, autocomplete: 'off' })}
${line('agentNumber', { required: false, inputmode: 'numeric', autocomplete: 'off' })}
${address('agentOffice')}
${address('agentMailing', said.mailingHint)}
</details>`,
    fieldset(said.business, [
      line('industry', { required: false }),
      line('whatIsYourBusinessIntendingToDo', { required: false }),
      line('website', { required: false, autocomplete: 'url' }),
      isNew && line('referralCode', { required: false, autocomplete: 'off', spellcheck: false }),
    ]),
  ];
}

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
  legend: string,
  text: ApplicationText,
  errors: FieldErrors,
  options: readonly (readonly [value: string, label: string])[],
  hint?: string,
): Content {
  return fieldset(legend, [
    hint !== undefined && html`<p class="hint">${hint}</p>`,
    radios({
      name,
      options: options.map(([value, label]) => ({ value, label })),
      chosen: [text[name]],
      error: errors[name],
    }),
  ]);
}

/** Error messages in display order. */
export function complaintsInWords(complaints: Complaints, site: Site): FieldErrors {
  const found = applicationFields.flatMap((field) => {
    const complaint = complaints[field];
    return complaint === undefined ? [] : [[field, inWords(complaint, labelOf(field, site), site)]];
  });
  return Object.fromEntries(found);
}

function inWords(complaint: Complaint, label: string, site: Site): string {
  const said = say(site);
  switch (complaint.kind) {
    case 'missing':
      return said.fillIn(label);
    case 'choice':
      return said.choose(label);
    case 'long':
      return said.tooLong(label, complaint.most);
    case 'ending':
      return said.ending;
    case 'email':
      return said.email;
    case 'number':
      return said.number;
    case 'characters':
      return said.wrong(label);
  }
}

function labelOf(field: ApplicationField, site: Site): string {
  const said = say(site);
  const labels: Readonly<Record<string, string>> = said.labels;
  for (const name of addressNames) {
    const part = addressParts.find((each) => field === `${name}${each}`);
    if (part !== undefined) {
      return said.lineOfAddress(addressLabels(site)[lineOf[part]], said.groups[name]);
    }
  }
  return labels[field] ?? field;
}
