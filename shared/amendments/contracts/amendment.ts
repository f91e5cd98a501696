import * as z from 'zod/mini';
import { proposalAliases } from '../../kernel/contracts/aliases.ts';
import { Annulled } from '../../kernel/contracts/annulled.ts';
import { RequestedName } from '../../kernel/contracts/legal-ending.ts';
import { OwnReference, ownListFields } from '../../kernel/contracts/own-list.ts';
import { dayParameters, PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import { FreeLine, Id, Line, OutputInstant } from '../../kernel/contracts/text.ts';
import { type Annulment, shownAnnulment } from '../../kernel/domain/annulment.ts';
import { displayName } from '../../kernel/domain/legal-entity.ts';
import { InvoiceSummary, presentSummary } from '../../payments/contracts/payment-contract.ts';
import { detailsAnswered, detailsSent } from '../../registry/contracts/legal-entity.ts';
import { type AmendableEntity, amendableFields } from '../../registry/domain/amendable-entity.ts';
import {
  InformationRequested,
  InformationSteps,
  presentInformation,
  type Waiting,
} from '../../reviews/contracts/information-contract.ts';
import { rejectionReasons } from '../../reviews/domain/rejection-reasons.ts';
import {
  type AmendmentState,
  amendmentStatuses,
  nextStepsOfAmendment,
} from '../domain/amendment.ts';
import { noChanges, type ProposedChanges, proposedFields } from '../domain/proposed-changes.ts';

const proposals = {
  name: z.optional(z.nullable(RequestedName.check(z.overwrite(displayName)))),
  extension: z.optional(z.nullable(Line(50).check(z.overwrite(displayName)))),
  nameStartsWithExtension: z.optional(z.nullable(z.boolean())),
  ...detailsSent,
} satisfies Record<keyof AmendableEntity, unknown>;

const aliases: Readonly<Partial<Record<keyof AmendableEntity, Alias>>> = proposalAliases;
type Alias = (typeof proposalAliases)[keyof typeof proposalAliases];

/** Every proposed field, under the contract's name and its alias. */
const Sent = z.object({
  ...proposals,
  [proposalAliases.name]: proposals.name,
  [proposalAliases.extension]: proposals.extension,
  [proposalAliases.nameStartsWithExtension]: proposals.nameStartsWithExtension,
  [proposalAliases.principalOfficeAddress]: proposals.principalOfficeAddress,
});

/** The proposed fields under the contract's names, which take precedence over the aliases. */
function proposalsIn(sent: z.output<typeof Sent>): Partial<ProposedChanges> {
  const merged = amendableFields.map((field) => {
    const alias = aliases[field];
    return [field, sent[field] === undefined && alias ? sent[alias] : sent[field]] as const;
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/** Whether at least one change is sent, under its name or alias. */
function proposed(name: keyof AmendableEntity) {
  const alias = aliases[name];
  const something = (key: string) => ({
    properties: { [key]: { not: { type: 'null' } } },
    required: [key],
  });
  if (alias === undefined) return [something(name)];
  const unless = { properties: { [name]: {} }, required: [name] };
  return [something(name), { ...something(alias), not: unless }];
}

/** The proposed changes, and the sender's own reference. */
export type ProposedAmendment = ProposedChanges & { readonly reference?: string };

/** Body of `POST …/amendments` (spec 4.15): all proposed changes, at least one. */
export const CreateAmendment = z.pipe(
  z.object({ ...Sent.shape, reference: OwnReference }).check(
    rule(
      { anyOf: amendableFields.flatMap(proposed) },
      z.refine((sent) => Object.values(proposalsIn(sent)).some((value) => value !== null), {
        error: 'At least one proposed change is required',
      }),
    ),
  ),
  z.transform(
    ({
      reference,
      ...sent
    }: z.output<typeof Sent> & { reference?: string | null | undefined }): ProposedAmendment => ({
      ...noChanges,
      ...proposalsIn(sent),
      ...(typeof reference === 'string' && { reference }),
    }),
  ),
);

/** Body of `PATCH …/amendments/{filingId}` (spec 4.15). Absent fields stay unchanged; null clears. */
export const ReviseAmendment = z.pipe(
  Sent.check(
    rule(
      {
        anyOf: amendableFields
          .flatMap((field) => [field, aliases[field] ?? []].flat())
          .map((name) => ({ required: [name] })),
      },
      z.refine((sent) => Object.keys(proposalsIn(sent)).length > 0, {
        error: 'At least one field is required',
      }),
    ),
  ),
  z.transform(proposalsIn),
);

/** Body of `POST …/pay/voucher` on an amendment filing (spec 4.15). */
export const AmendmentPayment = z.object({
  voucherCode: z.string().check(z.minLength(1), z.maxLength(200)),
});

/** Path of one filing. A malformed filing id is treated like an unknown one, after the entity is checked. */
export const AmendmentFilingPath = z.object({ id: Id, filingId: z.string() });

export const AmendmentNextSteps = z.object({
  changesRequired: z.boolean(),
  signatureUrl: z.nullable(z.url()),
  paymentRequired: z.boolean(),
  reviewDispatchPending: z.boolean(),
  submitReady: z.boolean(),
  /** Additions to the contract. */
  signatureRequired: z.boolean(),
  ...InformationSteps.shape,
});

export const AmendmentChanges = z.object({
  name: z.nullable(z.string()),
  extension: z.nullable(z.string()),
  nameStartsWithExtension: z.nullable(z.boolean()),
  ...detailsAnswered,
} satisfies Record<keyof AmendableEntity, unknown>);

/** An amendment filing as returned (spec 2.7). */
export const Amendment = z.object({
  id: Id,
  legalEntityId: Id,
  statusId: z.enum(amendmentStatuses),
  proposedChanges: AmendmentChanges,
  signed: z.boolean(),
  signedAt: z.nullable(OutputInstant),
  invoice: z.nullable(InvoiceSummary),
  submittedAt: z.nullable(OutputInstant),
  approvedAt: z.nullable(OutputInstant),
  rejectedAt: z.nullable(OutputInstant),
  rejectedReason: z.nullable(z.string()),
  /** An addition to the contract. */
  rejectedReasonCode: z.nullable(z.enum(rejectionReasons)),
  /** An addition to the contract. */
  reference: z.nullable(z.string()),
  createdAt: OutputInstant,
  updatedAt: OutputInstant,
  informationRequest: InformationRequested,
  nextSteps: AmendmentNextSteps,
  annulment: Annulled,
});
export type Amendment = z.output<typeof Amendment>;

export const AmendmentAnswer = z.object({ data: Amendment });
export const AmendmentList = z.object(ownListFields(Amendment));
/** `nextSteps` is the same as in `data`. */
export const PreparedAmendment = z.object({ data: Amendment, nextSteps: AmendmentNextSteps });
export const AdvancedAmendment = z.object({ success: z.literal(true), data: Amendment });

/** The public fields of a stored filing. */
export function presentAmendment(
  {
    amendment,
    invoice,
  }: {
    readonly amendment: AmendmentState & {
      readonly id: string;
      readonly entityId: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly annulment?: Annulment | undefined;
      readonly ownReference?: string | undefined;
    };
    readonly invoice: Amendment['invoice'];
  },
  { baseUrl }: { readonly baseUrl: string },
): Amendment {
  const { id, entityId, proposedChanges, signature } = amendment;
  const annulment = shownAnnulment(amendment.annulment);
  const { signatureRequired, ...steps } = nextStepsOfAmendment(amendment);
  const waiting = waitingOf(amendment);
  const information = presentInformation(amendment, waiting, { baseUrl });
  return presented(Amendment, {
    ...amendment,
    id,
    legalEntityId: entityId,
    proposedChanges,
    signed: signature !== null,
    signedAt: signature?.signedAt ?? null,
    invoice: presentSummary(invoice),
    rejectedReasonCode: amendment.rejectedReasonCode ?? null,
    reference: amendment.ownReference ?? null,
    informationRequest: information.informationRequest,
    nextSteps: {
      changesRequired: steps.changesRequired,
      signatureRequired,
      signatureUrl: signatureRequired ? `${baseUrl}${signaturePath(entityId, id)}` : null,
      paymentRequired: steps.paymentRequired,
      reviewDispatchPending: steps.reviewDispatchPending,
      submitReady: steps.submitReady,
      ...information.nextSteps,
    },
    ...(annulment && { annulment }),
  });
}

/** The portal page on which a filing is signed. */
export function signaturePath(entityId: string, filingId: string) {
  return `/portal/legal-entities/${entityId}/amendments/${filingId}/sign` as const;
}

function waitingOf({ statusId, verdict }: AmendmentState): Waiting {
  if (statusId === 'Pending Review') return verdict === undefined ? 'for_review' : 'for_service';
  return statusId === 'Approved' || statusId === 'Rejected' ? 'ended' : 'for_people';
}

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

const entityId = '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11';
const filingId = '9c2f6a1d-5b3e-4f70-8d21-6e4a0b7c8f15';

/** Example of a new amendment filing, as returned (spec 2.7). */
export const exampleAmendment = {
  id: filingId,
  legalEntityId: entityId,
  statusId: 'Draft',
  proposedChanges: { ...noChanges, name: 'Acme Harbour' },
  signed: false,
  signedAt: null,
  invoice: null,
  submittedAt: null,
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
  rejectedReasonCode: null,
  reference: null,
  createdAt: '2026-02-02T09:30:00.000Z',
  updatedAt: '2026-02-02T09:30:00.000Z',
  informationRequest: null,
  nextSteps: {
    changesRequired: false,
    signatureRequired: true,
    signatureUrl: `https://registry.example/portal/legal-entities/${entityId}/amendments/${filingId}/sign`,
    paymentRequired: true,
    reviewDispatchPending: false,
    submitReady: false,
    informationRequired: false,
    informationUrl: null,
    pollAfterSeconds: 30,
  },
} as const;

/** The same, signed, paid and submitted. */
export const exampleSubmittedAmendment = {
  ...exampleAmendment,
  statusId: 'Pending Review',
  signed: true,
  signedAt: '2026-02-02T09:40:00.000Z',
  invoice: {
    id: '1d5e8b34-7a90-4c6f-b2d8-3f1e9a0c7b62',
    statusId: 'paid',
    amountCents: 15_000,
    currency: 'USD',
    paidAt: '2026-01-20T11:00:00.000Z',
  },
  submittedAt: '2026-02-02T09:45:00.000Z',
  updatedAt: '2026-02-02T09:45:00.000Z',
  nextSteps: {
    changesRequired: false,
    signatureRequired: false,
    signatureUrl: null,
    paymentRequired: false,
    reviewDispatchPending: true,
    submitReady: false,
    informationRequired: false,
    informationUrl: null,
    pollAfterSeconds: 60,
  },
} as const;

/** The same, approved. */
export const exampleApprovedAmendment = {
  ...exampleSubmittedAmendment,
  statusId: 'Approved',
  approvedAt: '2026-02-03T10:00:00.000Z',
  updatedAt: '2026-02-03T10:00:00.000Z',
  nextSteps: {
    ...exampleSubmittedAmendment.nextSteps,
    reviewDispatchPending: false,
    pollAfterSeconds: null,
  },
} as const;
