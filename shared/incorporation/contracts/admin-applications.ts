import * as z from 'zod/mini';
import { llcExtensions, RequestedName } from '../../kernel/contracts/legal-ending.ts';
import { dayParameters, PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { displayName } from '../../kernel/domain/legal-entity.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
import { type InvoiceStatus, invoiceStatuses } from '../../payments/domain/invoice.ts';
import { applicationStatuses } from '../domain/application.ts';
import { Application, ApplicationPayload } from './application.ts';

/** Body of `POST /admin/v1/legal_entity_applications`. */
export const RecordApplication = z.object({ personId: Id, applicationData: ApplicationPayload });
export type RecordApplication = z.output<typeof RecordApplication>;

/** Body of `PATCH /admin/v1/legal_entity_applications/{id}`. Absent fields stay unchanged. */
export const RenameApplication = z.object({
  name: z.optional(RequestedName.check(z.overwrite(displayName))),
  extension: z.optional(z.enum(llcExtensions)),
});
export type RenameApplication = z.output<typeof RenameApplication>;

/** An invoice as operators see it. */
export const Invoice = z.object({
  id: Id,
  statusId: z.enum(invoiceStatuses),
  amountCents: z.int(),
  currency: z.string(),
  subject: z.object({ type: z.enum(products), id: Id }),
  paidAt: z.nullable(OutputInstant),
  voucherCode: z.nullable(z.string()),
});
export type Invoice = z.input<typeof Invoice>;

export const InvoiceAnswer = z.object({ data: Invoice });

/** An application as operators see it, with its invoice; null before there is one. */
export const AdminApplicationAnswer = z.object({
  data: z.object({
    ...Application.shape,
    invoice: z.nullable(Invoice),
    signed: z.boolean(),
  }),
});

/** The fields of an invoice that operators see. */
export function presentInvoice(invoice: {
  readonly id: string;
  readonly statusId: InvoiceStatus;
  readonly amountCents: number;
  readonly currency: string;
  readonly subject: { readonly type: Product; readonly id: string };
  readonly paidAt: string | null;
  readonly voucherCode: string | null;
}): Invoice {
  const { type, id } = invoice.subject;
  return presented(Invoice, {
    ...invoice,
    subject: { type, id },
  });
}

/** Query of `GET /admin/v1/legal_entity_applications`. `personId` is the owner. */
export const AdminApplicationQuery = z.object({
  ...pageParameters,
  ...dayParameters,
  status: z.optional(z.enum(applicationStatuses)),
  personId: z.optional(Id),
});

/** An application as a list item. */
export const ApplicationLine = z.object({
  id: Id,
  statusId: z.enum(applicationStatuses),
  personId: Id,
  name: z.string(),
  extension: z.string(),
  invoiceId: Id,
  paidAt: z.nullable(OutputInstant),
  submittedAt: z.nullable(OutputInstant),
  approvedAt: z.nullable(OutputInstant),
  rejectedAt: z.nullable(OutputInstant),
  legalEntityId: z.nullable(Id),
  createdAt: OutputInstant,
});
export type ApplicationLine = z.output<typeof ApplicationLine>;

export const ApplicationPage = PageOf(ApplicationLine);

/** The application as a list item (admin 6). */
export function presentApplicationLine({
  ownerId,
  ...application
}: Omit<ApplicationLine, 'personId'> & { readonly ownerId: string }): ApplicationLine {
  return presented(ApplicationLine, {
    ...application,
    personId: ownerId,
  });
}

/** Query of `GET /admin/v1/invoices`. */
export const InvoiceQuery = z.object({
  ...pageParameters,
  ...dayParameters,
  status: z.optional(z.enum(invoiceStatuses)),
});

/** An invoice as a list item. */
export const InvoiceLine = z.object({ ...Invoice.shape, createdAt: OutputInstant });
export type InvoiceLine = z.output<typeof InvoiceLine>;

export const InvoicePage = PageOf(InvoiceLine);

/** The invoice as a list item (admin 6). */
export function presentInvoiceLine(
  invoice: Parameters<typeof presentInvoice>[0] & { readonly createdAt: string },
): InvoiceLine {
  return { ...presentInvoice(invoice), createdAt: invoice.createdAt };
}
