import * as z from 'zod/mini';
import { PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { OutputInstant } from '../../kernel/contracts/text.ts';

const Filter = z.optional(z.string().check(z.maxLength(500)));

/** Query of `GET /admin/v1/audit`; `actorId` is a key, an IAM principal or a person. */
export const AuditQuery = z.object({
  ...pageParameters,
  subjectId: Filter,
  actorId: Filter,
  action: Filter,
});

/** One line of the audit trail; `details` are ids, kinds and names of changed fields. */
export const AuditLine = z.object({
  id: z.string(),
  at: OutputInstant,
  actor: z.object({
    kind: z.enum([
      'operator',
      'person',
      'standard_key',
      'agent_key',
      'partner_key',
      'oauth_client',
      'system',
    ]),
    id: z.nullable(z.string()),
    personId: z.nullable(z.string()),
  }),
  action: z.string(),
  subject: z.nullable(z.object({ type: z.string(), id: z.string() })),
  outcome: z.enum(['success', 'refused']),
  /** Absent if it is not known. */
  requestId: z.optional(z.string()),
  details: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.readonly(z.array(z.string()))]),
  ),
  reason: z.nullable(z.string()),
});

export const AuditPage = PageOf(AuditLine);
