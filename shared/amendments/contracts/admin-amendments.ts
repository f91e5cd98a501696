import * as z from 'zod/mini';
import { Annulled } from '../../kernel/contracts/annulled.ts';
import { dayParameters, PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { FreeLine, Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { type Annulment, shownAnnulment } from '../../kernel/domain/annulment.ts';
import { amendmentStatuses } from '../domain/amendment.ts';
import { type ProposedChanges, proposedFields } from '../domain/proposed-changes.ts';
import { Amendment } from './amendment.ts';

/** A filing as operators see it. Reviewers also get the signers' names. */
export const AdminAmendmentAnswer = z.object({
  data: z.object({
    ...Amendment.shape,
    /** Null until someone signs. */
    signer: z.nullable(z.object({ personId: Id, name: z.string() })),
  }),
});

/** Body of `POST /admin/v1/amendments/{id}/reject`. The representatives see `reason`. */
export const AmendmentRejection = z.object({ reason: FreeLine(2000) });

/** Query of `GET /admin/v1/amendments`. */
export const AmendmentQuery = z.object({
  ...pageParameters,
  ...dayParameters,
  status: z.optional(z.enum(amendmentStatuses)),
  legalEntityId: z.optional(Id),
});

/** A filing as a list item. `changes` are the names of the fields that it changes. */
export const AmendmentLine = z.object({
  id: Id,
  legalEntityId: Id,
  statusId: z.enum(amendmentStatuses),
  changes: z.array(z.string()),
  invoiceId: Id,
  paidAt: z.nullable(OutputInstant),
  submittedAt: z.nullable(OutputInstant),
  approvedAt: z.nullable(OutputInstant),
  rejectedAt: z.nullable(OutputInstant),
  createdAt: OutputInstant,
  annulment: Annulled,
});
export type AmendmentLine = z.output<typeof AmendmentLine>;

export const AmendmentPage = PageOf(AmendmentLine);

/** The filing as a list item (admin 9). */
export function presentAmendmentLine({
  entityId,
  proposedChanges,
  ...filing
}: Omit<AmendmentLine, 'legalEntityId' | 'changes' | 'annulment'> & {
  readonly annulment?: Annulment | undefined;
  readonly entityId: string;
  readonly proposedChanges: ProposedChanges;
}): AmendmentLine {
  const annulment = shownAnnulment(filing.annulment);
  return presented(AmendmentLine, {
    ...filing,
    legalEntityId: entityId,
    changes: [...proposedFields(proposedChanges)],
    ...(annulment && { annulment }),
  });
}
