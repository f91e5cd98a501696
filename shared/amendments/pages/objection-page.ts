import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { button, type FieldErrors, form, formHead, textArea } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { reasonInWords } from '../../reviews/pages/filing-status.ts';
import type { AmendmentState } from '../domain/amendment.ts';
import { objectionPageTexts } from '../texts/index.ts';
import { changeRows } from './amendment-changes.ts';
import { decisionTitle } from './amendment-status.ts';

const say = words(objectionPageTexts);

/** An amendment as shown behind an emailed link. */
export interface ObjectionOnPage {
  readonly filing: AmendmentState & { readonly formerly: AmendableEntity | null };
  readonly entity: AmendableEntity & CompanyName;
  /** The reader's objection; null if none. */
  readonly objection: { readonly note: string | null; readonly objectedAt: string } | null;
}

export interface ObjectionFields {
  readonly csrfToken: string;
  readonly note?: string;
  readonly errors?: FieldErrors;
}

/** The proposed changes and the form to object. After an objection: the objection and the decision. */
export function objectionPage(site: Site, shown: ObjectionOnPage, fields: ObjectionFields): Html {
  const { filing, entity, objection } = shown;
  const { signature, submittedAt, proposedChanges, formerly, verdict } = filing;
  const said = say(site);
  const title = fullName(formerly ?? entity);
  const open = verdict === undefined && isUndecided(filing);
  const errors = open && objection === null ? (fields.errors ?? {}) : {};
  return layout(
    site,
    {
      ...formHead(title, errors, site),
      kicker: said.kicker,
    },
    [
      stateOf(site, shown, open),
      definitionList([
        ...changeRows({ formerly, entity }, proposedChanges, site),
        signature === null
          ? [said.signedBy, said.nobody]
          : [said.signedBy, [signature.signerName, html`<br>`, instant(signature.signedAt, site)]],
        submittedAt === null ? null : [said.submitted, instant(submittedAt, site)],
        objection === null ? null : [said.yours, objection.note ?? said.noNote],
      ]),
      open && objection === null && objectionForm(site, { ...fields, errors }),
    ],
  );
}

function isUndecided({ statusId }: AmendmentState): boolean {
  return statusId !== 'Approved' && statusId !== 'Rejected';
}

function stateOf(site: Site, { filing, objection }: ObjectionOnPage, open: boolean): Content {
  const said = say(site);
  if (open) {
    return objection === null
      ? html`<p class="lead">${said.lead}</p>`
      : notice(
          'success',
          said.objected,
          html`<p>${said.objectedText(instant(objection.objectedAt, site))}</p>`,
        );
  }
  const { verdict, rejectedReason, withdrawnAt } = filing;
  if (withdrawnAt !== undefined) {
    return notice(
      'info',
      decisionTitle('withdrawn', site),
      html`<p>${instant(withdrawnAt, site)}</p>`,
    );
  }
  const approved =
    filing.statusId === 'Approved' ||
    (filing.statusId !== 'Rejected' && verdict?.decision === 'approve');
  const answer = verdict?.answer ?? null;
  return notice('info', decisionTitle(approved ? 'approved' : 'rejected', site), [
    isUndecided(filing) && html`<p>${said.soon}</p>`,
    rejectedReason !== null && html`<p>${reasonInWords(rejectedReason, site)}</p>`,
    objection !== null && answer !== null && html`<p>${said.answer(answer)}</p>`,
    objection === null && html`<p>${said.late}</p>`,
  ]);
}

function objectionForm(site: Site, { csrfToken, note = '', errors = {} }: ObjectionFields): Html {
  const said = say(site);
  return html`<h2>${said.heading}</h2>
<p>${said.explained}</p>
${form({ csrfToken }, [
  textArea({
    name: 'note',
    label: said.note,
    hint: said.hint,
    value: note,
    required: false,
    error: errors['note'],
  }),
  button({ label: said.object, kind: 'danger' }),
])}`;
}

/** The page for an unknown or expired link; it does not say which. */
export function objectionOverPage(site: Site): Html {
  const { over, overText, kicker } = say(site);
  return layout(site, { title: over, kicker }, [html`<p class="lead">${overText}</p>`]);
}
