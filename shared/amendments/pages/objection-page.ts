import { type CompanyName, fullName } from '../../kernel/domain/company-name.ts';
import { button, errorSummary, type FieldErrors, form, textArea } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import type { AmendmentState } from '../amendment.ts';
import type { AmendableEntity } from '../proposed-changes.ts';
import { changeRows } from './amendment-changes.ts';

/** An amendment as the page of a mailed link shows it to a representative. */
export interface ObjectionOnPage {
  readonly filing: AmendmentState & { readonly formerly: AmendableEntity | null };
  readonly entity: AmendableEntity & CompanyName;
  /** What the reader has objected; null: nothing. */
  readonly objection: { readonly note: string | null; readonly objectedAt: string } | null;
}

export interface ObjectionFields {
  readonly csrfToken: string;
  readonly note?: string;
  readonly errors?: FieldErrors;
}

const kicker = 'Amendment of a legal entity';

/** What is proposed, and the form to object; afterwards the objection, and what was decided. */
export function objectionPage(site: Site, shown: ObjectionOnPage, fields: ObjectionFields): Html {
  const { filing, entity, objection } = shown;
  const { signature, submittedAt, proposedChanges, formerly, verdict } = filing;
  const title = fullName(formerly ?? entity);
  const open = verdict === undefined && isUndecided(filing);
  const errors = open && objection === null ? (fields.errors ?? {}) : {};
  return layout(
    inEnglish(site),
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      kicker,
      before: errorSummary(errors),
    },
    [
      stateOf(shown, open),
      definitionList([
        ...changeRows(formerly ?? entity, proposedChanges),
        signature === null
          ? ['Signed by', 'Nobody: it was changed since it was signed']
          : ['Signed by', [signature.signerName, html`<br>`, instant(signature.signedAt)]],
        submittedAt === null ? null : ['Submitted', instant(submittedAt)],
        objection === null ? null : ['Your objection', objection.note ?? 'Without a note'],
      ]),
      open && objection === null && objectionForm({ ...fields, errors }),
    ],
  );
}

function isUndecided({ statusId }: AmendmentState): boolean {
  return statusId !== 'Approved' && statusId !== 'Rejected';
}

function stateOf({ filing, objection }: ObjectionOnPage, open: boolean): Content {
  if (open) {
    return objection === null
      ? html`<p class="lead">You were mailed this link because you represent the legal entity. If what is proposed is right, there is nothing to do. If it is wrong, object below.</p>`
      : notice(
          'success',
          'You have objected',
          html`<p>On ${instant(objection.objectedAt)}. A reviewer reads it, and can approve the amendment only with an answer, which we mail to you.</p>`,
        );
  }
  const { verdict, rejectedReason } = filing;
  const approved =
    filing.statusId === 'Approved' ||
    (filing.statusId !== 'Rejected' && verdict?.decision === 'approve');
  const answer = verdict?.answer ?? null;
  return notice('info', approved ? 'The amendment was approved' : 'The amendment was rejected', [
    isUndecided(filing) && html`<p>It takes effect within seconds.</p>`,
    rejectedReason !== null && html`<p>The reason: ${rejectedReason}</p>`,
    objection !== null && answer !== null && html`<p>The answer to your objection: ${answer}</p>`,
    objection === null &&
      html`<p>Nobody can object any more. If it is wrong, write to the registry.</p>`,
  ]);
}

function objectionForm({ csrfToken, note = '', errors = {} }: ObjectionFields): Html {
  return html`<h2>Object to this amendment</h2>
<p>An objection stops nothing by itself, and cannot be taken back: the reviewer decides, and answers it.</p>
${form({ csrfToken }, [
  textArea({
    name: 'note',
    label: 'What is wrong with it (optional)',
    hint: 'The reviewer reads it. At most 2000 characters.',
    value: note,
    required: false,
    error: errors['note'],
  }),
  button({ label: 'Object', kind: 'danger' }),
])}`;
}

/** An unknown or expired link; the page does not tell which. */
export function objectionOverPage(site: Site): Html {
  return layout(inEnglish(site), { title: 'This link is no longer valid', kicker }, [
    html`<p class="lead">Use the link in the newest mail about the amendment. If there is none, write to the registry.</p>`,
  ]);
}
