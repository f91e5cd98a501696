import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, type FieldErrors, form, formHead, textArea } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { formatReason } from '../../reviews/pages/filing-status.ts';
import type { AmendmentState } from '../domain/amendment.ts';
import { objectionPageTexts } from '../texts/index.ts';
import { changeRows, decisionTitle } from './amendment-parts.ts';

const textsFor = byLocale(objectionPageTexts);

/** An amendment as shown behind an emailed link. */
export interface ObjectionOnPage {
  readonly filing: AmendmentState & { readonly previousValues: AmendableEntity | null };
  readonly entity: AmendableEntity & CompanyName;
  /** The viewer's objection; null if none. */
  readonly objection: { readonly note: string | null; readonly objectedAt: string } | null;
}

export interface ObjectionFields {
  readonly csrfToken: string;
  readonly note?: string;
  readonly errors?: FieldErrors;
}

/** The proposed changes and the form to object. After an objection: the objection and the decision. */
export function objectionPage(
  context: PageContext,
  view: ObjectionOnPage,
  fields: ObjectionFields,
): Html {
  const { filing, entity, objection } = view;
  const { signature, submittedAt, proposedChanges, previousValues, verdict } = filing;
  const texts = textsFor(context);
  const title = fullName(previousValues ?? entity);
  const open = verdict === undefined && isUndecided(filing);
  const errors = open && objection === null ? (fields.errors ?? {}) : {};
  return layout(
    context,
    {
      ...formHead(title, errors, context),
      kicker: texts.kicker,
    },
    [
      stateOf(context, view, open),
      definitionList([
        ...changeRows({ previousValues, entity }, proposedChanges, context),
        signature === null
          ? [texts.signedBy, texts.nobody]
          : [
              texts.signedBy,
              [signature.signerName, html`<br>`, instant(signature.signedAt, context)],
            ],
        submittedAt === null ? null : [texts.submitted, instant(submittedAt, context)],
        objection === null ? null : [texts.yours, objection.note ?? texts.noNote],
      ]),
      open && objection === null && objectionForm(context, { ...fields, errors }),
    ],
  );
}

function isUndecided({ statusId }: AmendmentState): boolean {
  return statusId !== 'Approved' && statusId !== 'Rejected';
}

function stateOf(
  context: PageContext,
  { filing, objection }: ObjectionOnPage,
  open: boolean,
): Content {
  const texts = textsFor(context);
  if (open) {
    return objection === null
      ? html`<p class="lead">${texts.lead}</p>`
      : notice(
          'success',
          texts.objected,
          html`<p>${texts.objectedText(instant(objection.objectedAt, context))}</p>`,
        );
  }
  const { verdict, rejectedReason, withdrawnAt } = filing;
  if (withdrawnAt !== undefined) {
    return notice(
      'info',
      decisionTitle('withdrawn', context),
      html`<p>${instant(withdrawnAt, context)}</p>`,
    );
  }
  const approved =
    filing.statusId === 'Approved' ||
    (filing.statusId !== 'Rejected' && verdict?.decision === 'approve');
  const answer = verdict?.answer ?? null;
  return notice('info', decisionTitle(approved ? 'approved' : 'rejected', context), [
    isUndecided(filing) && html`<p>${texts.soon}</p>`,
    rejectedReason !== null && html`<p>${formatReason(rejectedReason, context)}</p>`,
    objection !== null && answer !== null && html`<p>${texts.answer(answer)}</p>`,
    objection === null && html`<p>${texts.late}</p>`,
  ]);
}

function objectionForm(
  context: PageContext,
  { csrfToken, note = '', errors = {} }: ObjectionFields,
): Html {
  const texts = textsFor(context);
  return html`<h2>${texts.heading}</h2>
<p>${texts.explained}</p>
${form({ csrfToken }, [
  textArea({
    name: 'note',
    label: texts.note,
    hint: texts.hint,
    value: note,
    required: false,
    error: errors['note'],
  }),
  button({ label: texts.object, kind: 'danger' }),
])}`;
}

/** The page for an unknown or expired link; it does not say which. */
export function objectionOverPage(context: PageContext): Html {
  const { over, overText, kicker } = textsFor(context);
  return layout(context, { title: over, kicker }, [html`<p class="lead">${overText}</p>`]);
}
