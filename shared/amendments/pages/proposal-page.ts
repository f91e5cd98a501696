import { llcExtensions } from '../../kernel/contracts/legal-ending.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { addressFields } from '../../kernel/pages/address-fields.ts';
import {
  button,
  type FieldErrors,
  fieldset,
  form,
  formHead,
  radio,
  select,
  textField,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { type AmendableEntity, detailNames } from '../../registry/domain/amendable-entity.ts';
import { detailWords } from '../../registry/pages/entity-details.ts';
import type { ReadProposal, TypedProposal } from '../contracts/portal-forms.ts';
import { proposalPageTexts } from '../texts/index.ts';

const say = words(proposalPageTexts);

export interface ProposalPage {
  readonly entity: AmendableEntity;
  readonly typed: TypedProposal;
  readonly formId: string;
  /** The version of the draft to change, and whether it is signed; null for a new one. */
  readonly draft: { readonly version: number; readonly signed: boolean } | null;
  readonly errors?: FieldErrors;
}

/** The form to propose changes, filled with the registered or already proposed values. */
export function proposalPage(site: Site, reader: Reader, shown: ProposalPage): Html {
  const { entity, typed, formId, draft, errors = {} } = shown;
  const said = say(site);
  const details = detailWords(site);
  const title = draft === null ? said.propose : said.revise;
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: fullName(entity),
      place: '/portal/legal-entities',
    },
    [
      draft?.signed === true && notice('warning', said.signed, html`<p>${said.void}</p>`),
      html`<p class="lead">${said.lead}</p>`,
      form({ csrfToken: reader.csrfToken }, [
        html`<input type="hidden" name="formId" value="${formId}">`,
        draft && html`<input type="hidden" name="version" value="${draft.version}">`,
        fieldset(details.name.label, [
          textField({
            name: 'name',
            label: said.nameLabel,
            value: typed.name,
            error: errors['name'],
            autocomplete: 'organization',
            spellcheck: false,
          }),
          endingField(site, entity, typed.extension, errors['extension']),
        ]),
        fieldset(said.order, [
          radio({
            name: 'order',
            id: 'name-first',
            label: said.after,
            value: 'name-first',
            checked: typed.order === 'name-first',
          }),
          radio({
            name: 'order',
            id: 'extension-first',
            label: said.before,
            value: 'extension-first',
            checked: typed.order === 'extension-first',
          }),
        ]),
        fieldset(details.principalOffice.label, addressFields(typed, errors, site)),
        button({ label: draft === null ? said.toPropose : said.toRevise }),
      ]),
    ],
  );
}

/** The field for the ending of the name; for an LLC, a choice of those that an application can have. */
function endingField(
  site: Site,
  { extension: registered }: AmendableEntity,
  value: string,
  error: string | undefined,
): Html {
  const said = say(site);
  const field = { name: 'extension', label: said.ending, value, error };
  const known: readonly string[] = llcExtensions;
  if (known.includes(registered)) {
    const options = known.includes(value) ? known : [...known, value];
    return select({ ...field, options: options.map((each) => [each, each] as const) });
  }
  return textField({ ...field, hint: said.endingHint, autocomplete: 'off', spellcheck: false });
}

/** The error messages of a form by field, in display order. */
export function proposalErrors(
  read: Exclude<ReadProposal, { readonly ok: true }>,
  site: Site,
): FieldErrors {
  const said = say(site);
  if (read.unchanged)
    return { name: said.unchanged(detailNames.map((name) => detailWords(site)[name].the)) };
  const missing: FieldErrors = { name: said.missingName, extension: said.missingEnding };
  return Object.fromEntries(
    Object.entries(read.complaints).map(([field, complaint]) => {
      if (complaint.kind === 'long') return [field, said.long(complaint.most)];
      if (complaint.kind === 'characters') return [field, said.characters];
      if (complaint.kind === 'ending') return [field, said.inName];
      if (complaint.kind === 'country') return [field, said.country];
      return [field, missing[field] ?? said.missing];
    }),
  );
}

/** The error for a draft that has changed since it was shown. */
export function changedError(site: Site): FieldErrors {
  return { name: say(site).changed };
}

/** The field error for an unavailable name; null for any other error. */
export function nameError(code: string | undefined, site: Site): FieldErrors | null {
  if (code === 'entity.name_taken') return { name: say(site).taken };
  return code === 'entity.name_reserved' ? { name: say(site).reserved } : null;
}
