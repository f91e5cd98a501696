import { llcExtensions } from '../../kernel/contracts/legal-ending.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { addressFields } from '../../kernel/pages/address-fields.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
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
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { notice } from '../../kernel/pages/text.ts';
import { type AmendableEntity, detailNames } from '../../registry/domain/amendable-entity.ts';
import { detailTextsFor } from '../../registry/pages/entity-details.ts';
import type { ReadProposal, TypedProposal } from '../contracts/portal-amendments-contract.ts';
import { proposalPageTexts } from '../texts/index.ts';

const textsFor = byLocale(proposalPageTexts);

export interface ProposalPage {
  readonly entity: AmendableEntity;
  readonly typed: TypedProposal;
  readonly formId: string;
  /** The version of the draft to change, and whether it is signed; null for a new one. */
  readonly draft: { readonly version: number; readonly signed: boolean } | null;
  readonly errors?: FieldErrors;
}

/** The form to propose changes, filled with the registered or already proposed values. */
export function proposalPage(context: PageContext, viewer: Viewer, view: ProposalPage): Html {
  const { entity, typed, formId, draft, errors = {} } = view;
  const texts = textsFor(context);
  const details = detailTextsFor(context);
  const title = draft === null ? texts.propose : texts.revise;
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      kicker: fullName(entity),
      section: '/portal/legal-entities',
    },
    [
      draft?.signed === true && notice('warning', texts.signed, html`<p>${texts.void}</p>`),
      html`<p class="lead">${texts.lead}</p>`,
      form({ csrfToken: viewer.csrfToken }, [
        html`<input type="hidden" name="formId" value="${formId}">`,
        draft && html`<input type="hidden" name="version" value="${draft.version}">`,
        fieldset(details.name.label, [
          textField({
            name: 'name',
            label: texts.nameLabel,
            value: typed.name,
            error: errors['name'],
            autocomplete: 'organization',
            spellcheck: false,
          }),
          endingField(context, entity, typed.extension, errors['extension']),
        ]),
        fieldset(texts.order, [
          radio({
            name: 'order',
            id: 'name-first',
            label: texts.after,
            value: 'name-first',
            checked: typed.order === 'name-first',
          }),
          radio({
            name: 'order',
            id: 'extension-first',
            label: texts.before,
            value: 'extension-first',
            checked: typed.order === 'extension-first',
          }),
        ]),
        fieldset(details.principalOffice.label, addressFields(typed, errors, context)),
        button({ label: draft === null ? texts.toPropose : texts.toRevise }),
      ]),
    ],
  );
}

/** The field for the ending of the name; for an LLC, a choice of those that an application can have. */
function endingField(
  context: PageContext,
  { extension: registered }: AmendableEntity,
  value: string,
  error: string | undefined,
): Html {
  const texts = textsFor(context);
  const field = { name: 'extension', label: texts.ending, value, error };
  const known: readonly string[] = llcExtensions;
  if (known.includes(registered)) {
    const options = known.includes(value) ? known : [...known, value];
    return select({ ...field, options: options.map((each) => [each, each] as const) });
  }
  return textField({ ...field, hint: texts.endingHint, autocomplete: 'off', spellcheck: false });
}

/** The error messages of a form by field, in display order. */
export function proposalErrors(
  read: Exclude<ReadProposal, { readonly ok: true }>,
  context: PageContext,
): FieldErrors {
  const texts = textsFor(context);
  if (read.unchanged)
    return { name: texts.unchanged(detailNames.map((name) => detailTextsFor(context)[name].the)) };
  const missing: FieldErrors = { name: texts.missingName, extension: texts.missingEnding };
  return Object.fromEntries(
    Object.entries(read.complaints).map(([field, complaint]) => {
      if (complaint.kind === 'long') return [field, texts.long(complaint.most)];
      if (complaint.kind === 'characters') return [field, texts.characters];
      if (complaint.kind === 'ending') return [field, texts.inName];
      if (complaint.kind === 'country') return [field, texts.country];
      return [field, missing[field] ?? texts.missing];
    }),
  );
}

/** The error for a draft that has changed since it was shown. */
export function changedError(context: PageContext): FieldErrors {
  return { name: textsFor(context).changed };
}

/** The field error for an unavailable name; null for any other error. */
export function nameError(code: string | undefined, context: PageContext): FieldErrors | null {
  if (code === 'entity.name_taken') return { name: textsFor(context).taken };
  return code === 'entity.name_reserved' ? { name: textsFor(context).reserved } : null;
}
