import * as z from 'zod/mini';
import { PageOf } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import {
  type KeyApprovalStatus,
  keyApprovalStatuses,
  shownStatus,
} from '../domain/key-approval.ts';

/**
 * A payment or submission that waits for the approval of the key's owner, as the key's holder sees
 * it.
 */
export const KeyApproval = z.object({
  id: Id,
  status: z.enum(keyApprovalStatuses),
  amountCents: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  requestedAt: OutputInstant,
  expiresAt: OutputInstant,
  decidedAt: z.nullable(OutputInstant),
  error: z.nullable(z.object({ code: z.nullable(z.string()), error: z.string() })),
  resourceUrl: z.url(),
  nextSteps: z.object({
    approvalUrl: z.nullable(z.url()),
    pollAfterSeconds: z.nullable(z.int()),
  }),
});

export const KeyApprovalAnswer = z.object({ data: KeyApproval, message: z.string() });
export const KeyApprovalPage = PageOf(KeyApproval);

const messages: Readonly<Record<KeyApprovalStatus, string>> = {
  pending:
    'Nothing was paid or submitted yet. The owner of the key must approve it at nextSteps.approvalUrl.',
  carried_out: 'The owner approved it. Read the result at resourceUrl.',
  failed: 'The call was refused with `error`. Nothing will happen. You can make the call again.',
  declined: 'The owner declined it. Nothing was paid or submitted.',
  expired: 'The owner did not decide in time. You can make the call again.',
};

/** The path of the page where the owner decides. */
export function keyApprovalPath(id: string): `/${string}` {
  return `/portal/applications/approvals/${id}`;
}

/** The recommended polling interval for the owner's decision, in seconds. */
const pollAfterSeconds = 30;

interface Shown extends Omit<z.input<typeof KeyApproval>, 'error' | 'resourceUrl' | 'nextSteps'> {
  readonly resource: string;
  readonly error: {
    readonly code: string | null;
    readonly message: string;
  } | null;
}

export function presentKeyApproval(
  approval: Shown,
  { baseUrl, now }: { readonly baseUrl: string; now(): Date },
): z.input<typeof KeyApprovalAnswer> {
  const status = shownStatus(approval, now().toISOString());
  const isPending = status === 'pending';
  const { id, error, expiresAt, decidedAt, resource } = approval;
  const data = presented(KeyApproval, {
    ...approval,
    status,
    decidedAt: status === 'expired' ? expiresAt : decidedAt,
    error: error && { code: error.code, error: error.message },
    resourceUrl: baseUrl + resource,
    nextSteps: {
      approvalUrl: isPending ? baseUrl + keyApprovalPath(id) : null,
      pollAfterSeconds: isPending ? pollAfterSeconds : null,
    },
  });
  return { data, message: messages[status] };
}

export const OwnApproval = z.object({ approvalId: Id });

export const DecideApproval = z.object({
  act: z.enum(['approve', 'decline'], { error: 'Choose whether to approve or to decline' }),
});
