import * as z from 'zod/mini';
import { Paragraph } from '../../kernel/contracts/form-fields.ts';
import { pageParameters, sortParameters } from '../../kernel/contracts/pagination.ts';
import { Id, OptionalFreeLine } from '../../kernel/contracts/text.ts';
import { products } from '../../kernel/domain/product.ts';
import { pageAssignees, queueTabs, viewLimits } from '../domain/queue.ts';
import { rejectionReasons } from '../domain/rejection-reasons.ts';
import type { Verdict } from '../domain/review.ts';
import type { TextKind } from '../domain/review-texts.ts';

/** Rows of one page of the list. */
export const queueLimit = 12;

const Ids = z.array(Id).check(z.maxLength(queueLimit));

/**
 * Query of the list: filters (an empty choice is no filter), cursor, and the review handled last, which determines the
 * next one to open.
 */
export const ReviewsQuery = z.object({
  tab: z._default(z.enum(queueTabs), 'waiting'),
  type: z.optional(z.enum(['', ...products])),
  assignee: z.optional(z.enum(['', ...pageAssignees])),
  /** Only cases that have waited at least this many days. */
  waiting: z.optional(z.enum(['', '1', '3', '7', '30'])),
  answered: z.optional(z.literal('yes')),
  /** The order: waiting cases by `age`, decided ones by `decided`. The sort of another tab has no effect. */
  ...sortParameters('age', 'decided'),
  /** Search text; empty for no search. */
  q: z.optional(OptionalFreeLine(200)),
  after: pageParameters.cursor,
  decided: z.optional(Id),
  /** What was just done with a view. Its name is in no address, because addresses are logged. */
  view: z.optional(z.enum(['saved', 'deleted'])),
  /**
   * Comma-separated ids of the cases that the reviewer asked to have assigned; the page reports the result for each.
   */
  assigned: z.optional(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((ids: string) => ids.split(',')),
        Ids,
      ),
    ),
  ),
});

/** Query of a case: the review that was handled before it. */
export const HandledQuery = z.object({ decided: z.optional(Id) });

/** The forms of the list: `assign` the selected cases, or save or delete a view by its name. */
export const QueueForm = z
  .object({
    act: z._default(z.enum(['assign', 'save', 'delete']), 'assign'),
    case: z.pipe(
      z.transform((sent: unknown) => (sent === undefined ? [] : [...new Set([sent].flat())])),
      Ids,
    ),
    name: z._default(OptionalFreeLine(viewLimits.name), ''),
  })
  .check(
    z.refine(({ act, case: ids }) => act !== 'assign' || ids.length > 0, {
      path: ['case'],
      error: 'Select one or more cases',
    }),
    z.refine(({ act, name }) => act === 'assign' || name !== '', {
      path: ['name'],
      error: 'Enter a name for the view',
    }),
  );

/** The value of a hidden field that counts something. */
const Count = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/)),
  z.transform((digits: string) => Number(digits)),
);

const acts = ['decide', 'claim', 'release', 'note', 'ask', 'back'] as const;

/** Query of a form that is shown again with the entered values: the completed act, or `nothing`. */
export const RestoredFormQuery = z.object({ restored: z.optional(z.enum([...acts, 'nothing'])) });
export type RestoredForm = NonNullable<z.output<typeof RestoredFormQuery>['restored']>;

const Label = z._default(OptionalFreeLine(80), '');

/** A predefined text of the deployment, used because the reviewer typed none. */
export interface Ready {
  readonly kind: TextKind;
  readonly label: string;
}

/** A reviewer's action on the review page. `ready` replaces the text or reason. */
export type ReviewAct =
  /** `note`: a note entered next to the decision; empty if none. */
  | {
      readonly act: 'decide';
      readonly verdict: Verdict;
      readonly note: string;
      readonly ready: Ready | null;
    }
  /** Shows what the decision does before it is made. */
  | {
      readonly act: 'confirm';
      readonly decision: Verdict['decision'];
      readonly ready: Ready | null;
    }
  /** `back`: returns from the confirmation to the form. */
  | { readonly act: 'claim' | 'release' | 'back' }
  | { readonly act: 'note'; readonly text: string }
  | { readonly act: 'ask'; readonly text: string; readonly ready: Ready | null };

const decisions = ['approve', 'reject'] as const;
const noDecision = 'Choose whether to approve or to reject it';

/** The form of the review page, with all entered values. It submits the decision unless `act` names another action. */
export const ReviewForm = z.pipe(
  z
    .object({
      act: z._default(z.enum(acts), 'decide'),
      decision: z.optional(z.enum(decisions, { error: noDecision })),
      /** The decision that the reviewer is asked to confirm. */
      confirm: z.optional(z.enum(decisions)),
      reason: Paragraph('reason', 2000),
      reasonCode: z.optional(z.enum(['', ...rejectionReasons])),
      /** The reply to people who objected, and the number of objections that the page showed. */
      answer: Paragraph('answer', 2000),
      objections: z.optional(Count),
      /** Why the reviewer issues a permit number to an applicant who may already have one. */
      samePersonReason: Paragraph('samePersonReason', 2000),
      note: Paragraph('note', 2000),
      question: Paragraph('question', 2000),
      /** Labels of the predefined texts to use if the reason or question is empty. */
      readyReason: Label,
      readyQuestion: Label,
    })
    .check(
      z.refine(
        ({ act, decision, confirm }) => act !== 'decide' || (decision ?? confirm) !== undefined,
        { path: ['decision'], error: noDecision },
      ),
      z.refine(
        ({ decision, confirm = decision, reason, readyReason }) =>
          confirm !== 'reject' || `${reason}${readyReason}` !== '',
        {
          path: ['reason'],
          error: 'Enter the reason for the rejection. The applicant will read it.',
        },
      ),
      z.refine(({ act, note }) => act !== 'note' || note !== '', {
        path: ['note'],
        error: 'Enter the note',
      }),
      z.refine(
        ({ act, question, readyQuestion }) => act !== 'ask' || `${question}${readyQuestion}` !== '',
        {
          path: ['question'],
          error: 'Enter the question. The applicant will read it.',
        },
      ),
    ),
  z.transform(
    ({
      act,
      decision,
      confirm,
      reason,
      reasonCode,
      answer,
      objections = null,
      samePersonReason,
      note,
      question,
      readyReason,
      readyQuestion,
    }): ReviewAct => {
      if (act === 'note') return { act, text: note };
      if (act === 'ask') {
        const ready =
          question === '' ? ({ kind: 'questions', label: readyQuestion } as const) : null;
        return { act, text: question, ready };
      }
      if (act !== 'decide') return { act };
      const ready =
        reason === '' && (confirm ?? decision) === 'reject'
          ? ({ kind: 'rejections', label: readyReason } as const)
          : null;
      if (confirm !== undefined) return { act: 'confirm', decision: confirm, ready };
      const seen = { answer: answer || null, objections };
      return {
        act,
        note,
        ready,
        verdict:
          decision === 'reject'
            ? { decision, reason, reasonCode: reasonCode || null, ...seen }
            : {
                decision: 'approve',
                reason: reason || null,
                ...seen,
                samePersonReason: samePersonReason || null,
              },
      };
    },
  ),
);
