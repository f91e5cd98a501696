import {
  button,
  buttons,
  csrfField,
  errorSummary,
  type FieldErrors,
  form,
  formHead,
  linkButton,
  select,
  textField,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer, viewerName } from '../../kernel/pages/portal-layout.ts';
import { definitionList, instant, notice, type Row } from '../../kernel/pages/text.ts';
import { isEnded, type MailboxCase, staffReasons } from '../domain/mailbox-case.ts';
import { type AnotherCase, earlierCases, mailSigns, type SuppressedMail } from './case-signs.ts';
import { problemTexts, refusalTexts, statusTexts } from './case-texts.ts';

interface Named {
  readonly id: string;
  readonly email: string;
  readonly givenName: string | null;
  readonly surname: string | null;
}

/** A case as staff see it. */
export interface ShownCase extends MailboxCase {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** A file of evidence. A separate page opens it. */
interface EvidenceView {
  readonly id: string;
  readonly kind: keyof typeof evidenceTexts;
  readonly addedAt: string;
}

const section = '/portal/mailboxes';
const kicker = 'Lost mailboxes';

const evidenceTexts = {
  identity_document: 'Identity document',
  video_call: 'Video call recording',
  letter: 'Letter',
  other: 'Other',
} as const;

function problemOf(problem: string | undefined): Content {
  return (
    problem !== undefined &&
    notice('warning', 'No change was made', html`<p>${problemTexts[problem] ?? ''}</p>`)
  );
}

/** The open cases, or all, newest first. */
export function mailboxCasesPage(
  given: PageContext,
  viewer: Viewer,
  view: {
    readonly list: 'all' | 'running';
    readonly cases: readonly ShownCase[];
    readonly nextCursor: string | null;
  },
): Html {
  const context = inEnglish(given);
  const { list, cases, nextCursor } = view;
  const other = list === 'all' ? 'running' : 'all';
  return portalLayout(context, viewer, { title: kicker, section }, [
    cases.length === 0
      ? html`<p class="lead">${list === 'running' ? 'No open cases.' : 'No cases.'}</p>`
      : definitionList(
          cases.map(({ id, from, openedAt, status }) => [
            instant(openedAt, context),
            html`<a href="${href(context, `${section}/${id}`)}">${from}</a><br>${statusTexts[status]}`,
          ]),
        ),
    nextCursor !== null &&
      html`<p><a href="${href(context, `${section}?${new URLSearchParams({ list, after: nextCursor })}`)}">Earlier cases</a></p>`,
    html`<p class="after"><a href="${href(context, `${section}?list=${other}`)}">${other === 'all' ? 'All cases' : 'Open cases'}</a></p>
<p class="fine">Support opens cases from the person’s page.</p>`,
  ]);
}

/** Asks for the new address of a person who has lost their mailbox. */
export function newMailboxCasePage(
  given: PageContext,
  viewer: Viewer,
  person: Named,
  view: {
    readonly email?: string;
    readonly repeatedEmail?: string;
    readonly errors?: FieldErrors;
    readonly problem?: string | undefined;
  } = {},
): Html {
  const context = inEnglish(given);
  const { email = '', repeatedEmail = '', errors = {}, problem } = view;
  const heading = 'Open a lost mailbox case';
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(heading, errors),
      kicker: viewerName(person),
    },
    [
      problemOf(problem),
      html`<p class="lead">The account of ${viewerName(person)} (${person.email}) is suspended immediately. Its keys stop working, and nothing can be signed in its name. We email the current address, the new address and the other representatives.</p>`,
      form({ csrfToken: viewer.csrfToken }, [
        textField({
          name: 'email',
          label: 'New address',
          hint: 'Ask the person to spell it on the phone. Call a number that the registry already has.',
          type: 'email',
          value: email,
          maxlength: 254,
          autocomplete: 'off',
          error: errors['email'],
        }),
        textField({
          name: 'repeatedEmail',
          label: 'Repeat the new address',
          hint: 'Anyone who can read this mailbox will get the account. Ask the person to confirm the address.',
          type: 'email',
          value: repeatedEmail,
          maxlength: 254,
          autocomplete: 'off',
          error: errors['repeatedEmail'],
        }),
        buttons(
          button({ label: 'Suspend the account and open the case', kind: 'danger' }),
          linkButton('Cancel', href(context, `/portal/reviews/people/${person.id}`), 'secondary'),
        ),
      ]),
    ],
  );
}

export interface CaseView {
  readonly found: ShownCase;
  /** Authors of approvals that are now void. */
  readonly voided: readonly string[];
  readonly person: Named | null;
  readonly evidence: readonly EvidenceView[];
  /** Names of the staff members in the case, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The others about the same account, newest first. */
  readonly others: readonly AnotherCase[];
  /** Known email problems of either address; null if there are none. */
  readonly mail: {
    readonly former: SuppressedMail | null;
    readonly new: SuppressedMail | null;
  };
  /** Why the viewer can't approve it now, by the error's code; null if they can. */
  readonly blocker: string | null;
  /** The files that the viewer has not opened yet and can open. */
  readonly unopened: readonly Pick<EvidenceView, 'id'>[];
  readonly may: {
    readonly mailProof: boolean;
    readonly approve: boolean;
    readonly refuse: boolean;
    readonly withdraw: boolean;
    readonly addEvidence: boolean;
    readonly openEvidence: boolean;
  };
  readonly problem?: string | undefined;
  readonly fileError?: string | undefined;
}

/** A case with its evidence, and what the viewer can do. */
export function mailboxCasePage(given: PageContext, viewer: Viewer, view: CaseView): Html {
  const context = inEnglish(given);
  const { found, person, may, problem, fileError } = view;
  const heading = person === null ? 'Erased person' : viewerName(person);
  const runs = !isEnded(found.status);
  return portalLayout(
    context,
    viewer,
    {
      title: fileError === undefined ? heading : `Error: ${heading}`,
      heading,
      kicker,
      before: errorSummary(fileError === undefined ? {} : { file: fileError }),
    },
    [
      problemOf(problem),
      mailSigns(context, found, view.mail),
      definitionList(factsOf(context, view)),
      runs && found.provenAt === null && may.mailProof && proofForm(viewer),
      html`<h2>Evidence</h2>`,
      evidenceOf(context, view),
      runs && found.status !== 'waiting' && may.addEvidence && evidenceForm(context, viewer, view),
      runs && decisionForms(viewer, view),
      earlierCases(context, view.others),
      html`<p class="after"><a href="${href(context, section)}">Open cases</a></p>`,
    ],
  );
}

function factsOf(
  context: PageContext,
  { found, voided, names }: CaseView,
): readonly (Row | null)[] {
  const nameOf = (id: string) => names.get(id) ?? 'A staff member';
  const { status, from, to, openedAt, openedBy, approvals } = found;
  const { provenAt, confirmedAt, dueAt, endedAt } = found;
  return [
    ['Status', html`<strong>${statusTexts[status]}</strong>`],
    ['Old address', from],
    ['New address', to],
    [
      'New address confirmed',
      provenAt === null
        ? 'Not yet. The case can’t be approved until then.'
        : html`${instant(provenAt, context)}, with the link we emailed there`,
    ],
    [
      'Opened',
      [instant(openedAt, context), ' by ', openedBy === null ? 'an operator' : nameOf(openedBy)],
    ],
    ...approvals.map(
      ({ by, at }, position) =>
        [
          position === 0 ? 'First approval' : 'Second approval',
          [nameOf(by), ', ', instant(at, context)],
        ] as const,
    ),
    ...voided.map(
      (by) =>
        [
          'Approval no longer valid',
          `${nameOf(by)} may no longer approve cases. Someone else must approve this one.`,
        ] as const,
    ),
    confirmedAt === null ? null : ['Confirmed with a passkey', instant(confirmedAt, context)],
    dueAt === null || isEnded(status) ? null : ['Address changes', instant(dueAt, context)],
    endedAt === null ? null : ['Ended', instant(endedAt, context)],
    found.reason === null ? null : ['Reason', refusalTexts[found.reason]],
  ];
}

function proofForm({ csrfToken }: Viewer): Html {
  return form({ csrfToken }, [
    html`<p>We emailed a confirmation link to the new address. It works for 7 days. If it did not arrive, ask the person to spell the address again. If the address is wrong, withdraw this case and open a new one.</p>`,
    button({
      label: 'Resend the link',
      name: 'decision',
      value: 'mail_proof',
      kind: 'secondary',
    }),
  ]);
}

function evidenceOf(context: PageContext, { found, evidence, may }: CaseView): Html {
  if (evidence.length === 0) return html`<p>No evidence yet.</p>`;
  return html`<ul>${evidence.map(({ id, kind, addedAt }, position) => {
    const label = `${position + 1}: ${evidenceTexts[kind]}`;
    const url = href(context, `${section}/${found.id}/evidence/${id}`);
    return html`<li>${may.openEvidence ? html`<a href="${url}">${label}</a>` : label}, ${instant(addedAt, context)}</li>`;
  })}</ul>`;
}

function evidenceForm(
  context: PageContext,
  { csrfToken }: Viewer,
  { found, fileError }: CaseView,
): Html {
  const wrong = fileError !== undefined;
  return html`<form method="post" enctype="multipart/form-data" action="${href(context, `${section}/${found.id}/evidence`)}" novalidate>
<input type="hidden" name="${csrfField}" value="${csrfToken}">
${select({ name: 'kind', label: 'Type of evidence', options: Object.entries(evidenceTexts), value: 'identity_document' })}
<div class="field${wrong && ' wrong'}">
<label for="file">File</label>
<p class="hint" id="file-hint">PDF, JPEG or PNG, up to 4.5 MB. Reviewers can open it. Adding evidence cancels the first approval.</p>
${wrong && html`<p class="error" id="file-error"><span class="unseen">Error: </span>${fileError}</p>`}
<input id="file" name="file" type="file" accept="application/pdf,image/jpeg,image/png" required aria-describedby="file-hint${wrong && ' file-error'}"${wrong && html` aria-invalid="true"`}>
</div>
${button({ label: 'Add evidence', kind: 'secondary' })}
</form>`;
}

function decisionForms(
  { csrfToken }: Viewer,
  { found, may, blocker, evidence, unopened }: CaseView,
): Content {
  const { status, confirmedAt } = found;
  const decide = (value: string, label: string, kind: 'primary' | 'danger', fields?: Content) =>
    form({ csrfToken }, [fields, button({ label, name: 'decision', value, kind })]);
  const consequence =
    status === 'open'
      ? 'Another person must also approve the case.'
      : confirmedAt === null
        ? 'The address changes in 72 hours, unless someone stops it.'
        : 'The address changes immediately because the person confirmed with a passkey.';
  return [
    may.approve &&
      status !== 'waiting' && [
        html`<h2>Approve</h2>`,
        blocker !== null
          ? html`<p>You can’t approve this case now. ${problemTexts[blocker] ?? ''}</p>`
          : unopened.length > 0
            ? [
                html`<p>Open each file of evidence before you approve. Not opened yet:</p>`,
                html`<ul>${evidence.map(
                  ({ id, kind }, position) =>
                    unopened.some((each) => each.id === id) &&
                    html`<li>${position + 1}: ${evidenceTexts[kind]}</li>`,
                )}</ul>`,
              ]
            : [
                html`<p>You have opened all the evidence. Approve only if the evidence proves that this person is the account holder. ${consequence}</p>`,
                decide('approve', 'Approve', 'primary'),
              ],
      ],
    may.refuse && [
      html`<h2>Refuse</h2>
<p>The address stays the same and the account is no longer suspended.</p>`,
      decide(
        'reject',
        'Refuse',
        'danger',
        select({
          name: 'reason',
          label: 'Reason',
          options: staffReasons.map((reason) => [reason, refusalTexts[reason]]),
          value: staffReasons[0],
        }),
      ),
    ],
    may.withdraw && [
      html`<h2>Withdraw</h2>
<p>Use this if the case was opened by mistake or is no longer needed. The address stays the same and the account is no longer suspended.</p>`,
      decide('withdraw', 'Withdraw case', 'danger'),
    ],
  ];
}
