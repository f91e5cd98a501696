import { randomUUID } from 'node:crypto';
import { findInvoice } from '../../shared/payments/db/invoices.ts';
import { findSandboxPayment } from '../../shared/payments/db/sandbox-payments.ts';
import type { PaymentProviderName } from '../../shared/payments/domain/payment.ts';
import { sandboxSecret } from '../../shared/payments/providers/sandbox.ts';
import { signatureHeader, signWebhook } from '../../shared/payments/providers/signed-webhook.ts';
import type { Draft } from './drafts.ts';
import { visitor } from './visitor.ts';
import type { World } from './world.ts';

export const redirectUrl = 'https://client.example/back?order=7';

/** Asks for a checkout session. */
export function openCheckout(
  world: World,
  { id, key }: Pick<Draft, 'id' | 'key'>,
  fields: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  return world.call('POST', `/api/v1/legal_entity_applications/${id}/checkout_session`, {
    key,
    headers,
    body: { paymentProvider: 'cardpay', redirectUrl, ...fields },
  });
}

/** A new session's page, as a path, and its invoice. */
export async function aCheckout(world: World, draft: Draft, fields = {}) {
  const { status, body } = await openCheckout(world, draft, fields);
  if (status !== 200) throw new Error(`set-up: a checkout answered ${status}`);
  // The status was just checked: this is the answer of an opened checkout.
  const { data, invoiceId } = body as { data: { url: string }; invoiceId: string };
  return { path: new URL(data.url).pathname, url: data.url, invoiceId };
}

/** Someone with the page open, who may choose much later; returns where the choice leads. */
export async function aPayer(world: World, path: string) {
  const payer = visitor(world.baseUrl);
  await payer.open(path);
  return async (decision: string) => {
    const { status, headers } = await payer.send(path, { decision });
    return { status, location: headers.get('location') };
  };
}

/** Opens a page and chooses immediately. */
export async function choose(world: World, path: string, decision: string) {
  return (await aPayer(world, path))(decision);
}

/** A payment that was started in the session, as the provider stores it. */
export async function aPayment(world: World, path: string) {
  const { location } = await choose(world, path, 'pay');
  const page = new URL(String(location)).pathname;
  const payment = await findSandboxPayment(world.table, String(page.split('/').at(-1)));
  if (payment === null) throw new Error('set-up: the sandbox has no such payment');
  return { ...payment, page };
}

/** A draft whose payment was started with the owner's Standard Key. */
export async function inPayment(world: World, draft: Draft, standardKey: string) {
  const { path, invoiceId } = await aCheckout(world, { ...draft, key: standardKey });
  return { draft, path, invoiceId, payment: await aPayment(world, path) };
}

/** A settlement that has not taken place. */
export const unsettled = { statusId: 'open', voucherCode: null, paymentId: null };

export type ReportedPayment = Awaited<ReturnType<typeof aPayment>>;

export interface Report {
  readonly id?: string;
  readonly type?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** The provider of the webhook, and of the secret. */
  readonly provider?: string;
  readonly signedBy?: PaymentProviderName;
  /** Seconds between the signature and now. */
  readonly age?: number;
  /** Replace the default body and signature. */
  readonly rawBody?: string | Buffer;
  readonly signature?: string | null;
}

/** A provider's report of the payment; given fields differ from a proper success. */
export async function report(world: World, payment: ReportedPayment, fields: Report = {}) {
  const { paymentId, reference, amountCents, currency } = payment;
  const { provider = payment.provider, signedBy = payment.provider, age = 0 } = fields;
  const { id = `evt_${randomUUID()}`, type = 'payment.succeeded', data = {} } = fields;
  const content = { id, type, data: { paymentId, reference, amountCents, currency, ...data } };
  const body = Buffer.from(fields.rawBody ?? JSON.stringify(content));
  const secret = sandboxSecret(world.deps.sandbox ?? { secret: '' }, signedBy);
  const at = new Date(world.clock.now - age * 1_000);
  const { signature = signWebhook(secret, at, body) } = fields;
  const response = await fetch(`${world.baseUrl}/webhooks/payments/${provider}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature !== null && { [signatureHeader]: signature }),
    },
    body,
  });
  // Every answer of the webhook is a JSON object.
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  return { status: response.status, outcome: answer['outcome'], error: answer['error'] };
}

/** An application's audit actions as operators see them, in alphabetical order. */
export async function auditOf(world: World, { id }: Pick<Draft, 'id'>) {
  const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
  // Operators get the entries in `data`.
  const { data } = body as { data: { action: string; details: Record<string, unknown> }[] };
  return data.toSorted((one, other) => (one.action < other.action ? -1 : 1));
}

export async function actionsOf(world: World, draft: Pick<Draft, 'id'>) {
  return (await auditOf(world, draft)).map(({ action }) => action);
}

/** The status of an invoice, and what settled it. */
export async function settlementOf(world: World, invoiceId: string) {
  const invoice = await findInvoice(world.table, invoiceId);
  return (
    invoice && {
      statusId: invoice.statusId,
      voucherCode: invoice.voucherCode,
      paymentId: invoice.payment?.paymentId ?? null,
    }
  );
}
