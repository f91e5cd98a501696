import * as z from 'zod/mini';
import { pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { approvalStatuses, operatorActs } from '../domain/operator-approval.ts';

/**
 * The header with which a second operator repeats a request that needs approval: the approval's id.
 */
export const approvalHeader = 'operator-approval';

export const ApprovalQuery = z.object({
  ...pageParameters,
  status: z.optional(z.enum(approvalStatuses)),
});

/** Body of `PATCH /admin/v1/approvals/{id}`. To approve, the request is repeated. */
export const CloseApproval = z.object({ decision: z.enum(['refuse', 'withdraw']) });

/**
 * An operator's request, as operators see it. `request` is present while it can be approved, and
 * only when a single approval is read.
 */
export const OperatorApproval = z.object({
  id: Id,
  act: z.enum(operatorActs),
  operation: z.string(),
  status: z.enum(approvalStatuses),
  params: z.record(z.string(), z.string()),
  fields: z.array(z.string()),
  requestedBy: z.string(),
  requestedAt: OutputInstant,
  expiresAt: OutputInstant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(OutputInstant),
  request: z.nullable(z.object({ method: z.string(), path: z.string(), body: z.unknown() })),
});
export type OperatorApproval = z.output<typeof OperatorApproval>;

export const OperatorApprovalAnswer = z.object({ data: OperatorApproval });

/**
 * An approval at `now`: a pending one past `expiresAt` has expired, even if that is not stored yet.
 */
export function presentApproval(
  {
    approval,
    request,
  }: {
    readonly approval: Omit<OperatorApproval, 'request'>;
    readonly request: OperatorApproval['request'];
  },
  now: string,
): OperatorApproval {
  const isOver = approval.status === 'pending' && approval.expiresAt <= now;
  return presented(OperatorApproval, {
    ...approval,
    status: isOver ? 'expired' : approval.status,
    decidedAt: isOver ? approval.expiresAt : approval.decidedAt,
    request: isOver ? null : request,
  });
}
