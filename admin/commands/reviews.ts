import { products } from '../../shared/kernel/domain/product.ts';
import { queueAssignees, queueTabs } from '../../shared/reviews/domain/queue.ts';
import { rejectionReasons } from '../../shared/reviews/domain/rejection-reasons.ts';
import { reviewStatuses } from '../../shared/reviews/domain/review.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, integer, text } from '../command.ts';

const decision = {
  method: 'POST',
  path: '/reviews/{id}/decision',
  done: 'The decision takes effect within seconds. If it can’t, `reviews show` has the reason.',
} as const;

export const reviews: Group = {
  name: 'reviews',
  about: 'Cases that wait for a decision',
  item: 'review',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'list',
      about: 'List reviews, newest first. With --tab, show the reviewers’ queue, oldest first',
      method: 'GET',
      path: '/reviews',
      filters: [
        text('status', 'only reviews with this status', { choices: reviewStatuses }),
        text('subjectType', 'only this type of case', { value: 'type', choices: products }),
        text('subjectId', 'id of the submitted application, amendment or request', { value: 'id' }),
        text('tab', 'part of the queue', {
          choices: queueTabs,
        }),
        text('answered', 'only waiting cases in which the applicant answered a question', {
          choices: ['true'],
        }),
        text('waitingSince', 'only cases that have waited since this day or longer', {
          value: 'date',
        }),
        text('assignee', 'mine: assigned to you; free: unassigned', { choices: queueAssignees }),
        text('search', 'start of a word in the name, or a permit number or id', { value: 'text' }),
      ],
      columns: [
        idColumn('Id', 'id'),
        column('Status', 'status'),
        column('Name', 'name', { spare: true }),
        column('Subject', 'subject.type'),
        idColumn('Subject id', 'subject.id'),
        dateColumn('Since', 'createdAt'),
        column('Assigned to', 'claim.by', { spare: true }),
        column('Returned because', 'returnedReason', { spare: true }),
      ],
      example: 'reviews list --status pending',
    },
    {
      name: 'show',
      about: 'Show a review, with objections and notes',
      method: 'GET',
      path: '/reviews/{id}',
      example: 'reviews show 3d0f3c3e-0a5e-4c0e-9d0e-2f0e6f3f7a10',
    },
    {
      ...decision,
      name: 'approve',
      about: 'Approve a case',
      preset: { decision: 'approve' },
      // For rejections only.
      omits: ['reasonCode'],
      fields: [
        text('reason', 'note for the record'),
        text(
          'answer',
          'answer to the objections to an amendment; we email it to those who objected',
        ),
        integer(
          'objections',
          'number of objections that the answer responds to: as many as `reviews show` lists',
        ),
        text(
          'samePersonReason',
          'why the applicant is not one of the similar people in `reviews show`',
        ),
      ],
      example: 'reviews approve 3d0f3c3e-0a5e-4c0e-9d0e-2f0e6f3f7a10',
    },
    {
      ...decision,
      name: 'reject',
      about: 'Reject a case; the applicant gets the reason by email',
      preset: { decision: 'reject' },
      // For approvals only.
      omits: ['samePersonReason'],
      fields: [
        text('reason', 'reason that the applicant reads', { required: true }),
        text('reasonCode', 'category of the reason', { choices: rejectionReasons }),
        text('answer', 'answer to the objections to an amendment (default: the reason)'),
        integer('objections', 'number of objections that the answer responds to'),
      ],
      example:
        'reviews reject 3d0f3c3e-0a5e-4c0e-9d0e-2f0e6f3f7a10 --reason "The address is incomplete"',
    },
    {
      name: 'statistics',
      about: 'Show how many cases wait, and how long decisions take',
      method: 'GET',
      path: '/statistics',
      example: 'reviews statistics',
    },
    {
      name: 'claim',
      about: 'Assign a review to yourself for an hour; others can still decide it',
      method: 'POST',
      path: '/reviews/{id}/claim',
      example: 'reviews claim 3d0f3c3e-0a5e-4c0e-9d0e-2f0e6f3f7a10',
    },
    {
      name: 'release',
      about: 'Unassign a review from yourself',
      method: 'DELETE',
      path: '/reviews/{id}/claim',
      example: 'reviews release 3d0f3c3e-0a5e-4c0e-9d0e-2f0e6f3f7a10',
    },
    {
      name: 'note',
      about: 'Add a note for other reviewers; the applicant never sees it',
      method: 'POST',
      path: '/reviews/{id}/notes',
      fields: [text('text', 'the note', { required: true })],
      operands: ['text'],
      example: 'reviews note 3d0f3c3e-0a5e-4c0e-9d0e-2f0e6f3f7a10 "Compared with the passport"',
    },
    {
      name: 'ask',
      about: 'Ask the applicant for information; you can decide before the answer',
      method: 'POST',
      path: '/reviews/{id}/information_requests',
      fields: [text('message', 'the question', { required: true })],
      operands: ['message'],
      example: 'reviews ask 3d0f3c3e-0a5e-4c0e-9d0e-2f0e6f3f7a10 "Please send the lease"',
    },
  ],
};
