import { renderOwnData } from '../../shared/account/pdf/own-data-paper.ts';
import { defaultIssuer } from '../../shared/documents/pdf/issued.ts';
import { locales } from '../../shared/kernel/domain/locale.ts';
import { type InvoicePaper, renderInvoice } from '../../shared/service/pdf/invoice-paper.ts';
import { branding } from './judged-documents.ts';

const id = '00000000-0000-4000-8000-000000000009';
const at = '2026-11-20T14:45:30.000Z';
const specimens = { ...defaultIssuer, isSandbox: true };

const invoice: InvoicePaper['invoice'] = {
  ...{ id, statusId: 'paid', amountCents: 30_000, currency: 'USD', entityId: null },
  ...{ subject: { type: 'legal_entity_application', id }, name: '東京 Łódź شركة LLC' },
  ...{ createdAt: at, paidAt: at, voidedAt: null, voucherCode: 'SAMPLE', payment: null },
};

const record = {
  kind: 'person',
  fields: { givenName: '東京', surname: 'Nguyễn', emailVerified: true, citizenships: ['HN', 'GB'] },
};
const parts = {
  ...{ account: [record], residency: [], access: Array.from({ length: 40 }, () => record) },
  ...{ applications: [], entities: [], proofs: [], activity: [] },
};

/**
 * Printouts for residents in all languages: a receipt, and a person's data over several pages. Also
 * as specimens of a sandbox, and with a jurisdiction's letterhead.
 */
export const judgedPrintouts: readonly (() => Promise<Uint8Array>)[] = [
  defaultIssuer,
  specimens,
  { ...defaultIssuer, branding },
].flatMap((issuer) =>
  locales.flatMap((locale) => [
    () =>
      renderInvoice({
        ...{ invoice, issuer, locale, providers: {}, now: at },
        ...{ payerName: 'Łódź Жук', jurisdiction: 'Free Territory of Examplia' },
      }),
    () => renderOwnData({ personId: id, parts, activity: [], recipients: [], at, issuer, locale }),
  ]),
);
