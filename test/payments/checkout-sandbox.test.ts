import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../local/engines/http-server.ts';
import type { PersonalKeyCaller } from '../../shared/access/auth/caller.ts';
import { ownApplication } from '../../shared/incorporation/usecases/pay-application.ts';
import { openPayments } from '../../shared/payments/providers/open-payments.ts';
import { startCheckout } from '../../shared/payments/usecases/checkout.ts';
import {
  readSandboxPayment,
  reportSandboxPayment,
} from '../../shared/payments/usecases/pay-in-sandbox.ts';
import {
  aCheckout,
  aPayer,
  aPayment,
  choose,
  redirectUrl,
  settlementOf,
} from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent, read } from '../support/drafts.ts';
import { outboxDepsOn } from '../support/outbox-deps.ts';
import { refusal } from '../support/people.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const ada = await aResident(world);
const agent = await aPreAcceptingAgent(world, ada);
beforeEach(() => {
  world.clock.now += 1_000;
});

async function aStartedPayment() {
  const draft = { ...(await aDraft(world, agent)), key: ada.standardKey };
  const { path, invoiceId } = await aCheckout(world, draft);
  return { draft, path, invoiceId, payment: await aPayment(world, path) };
}

const success = { status: 303, location: 'https://client.example/back?order=7&success=true' };

describe('/sandbox/payments/{paymentId}', () => {
  it('is marked as a sandbox, shows the item, and allows its form to redirect only to the client', async () => {
    const { draft, payment } = await aStartedPayment();
    const { status, headers, text } = await visitor(world.baseUrl).open(payment.page);
    expect(status).toBe(200);
    for (const shown of [
      'This is a test environment',
      'No money is charged',
      draft.name,
      'USD 300.00',
    ]) {
      expect(text).toContain(shown);
    }
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' https://client.example;",
    );
  });

  it('pays: the payer returns with success=true, and the webhook submits the application', async () => {
    const { draft, invoiceId, payment } = await aStartedPayment();
    expect(await choose(world, payment.page, 'pay')).toEqual(success);
    await world.settle();
    expect(await settlementOf(world, invoiceId)).toMatchObject({
      statusId: 'paid',
      paymentId: payment.paymentId,
    });
    expect((await read(world, draft))['statusId']).not.toBe('Draft');
  });

  it('pays once even if the button is used repeatedly', async () => {
    const { invoiceId, payment } = await aStartedPayment();
    const payers = await Promise.all([1, 2, 3].map(() => aPayer(world, payment.page)));
    const answers = await Promise.all(payers.map((chooses) => chooses('pay')));
    expect(answers).toEqual([success, success, success]);
    expect(await payers[0]?.('cancel')).toEqual(success);
    await world.settle();
    expect(await settlementOf(world, invoiceId)).toMatchObject({ statusId: 'paid' });
  });

  it('declines: nothing is paid, and the payer can try again here or in the checkout', async () => {
    const { path, invoiceId, payment } = await aStartedPayment();
    expect(await choose(world, payment.page, 'decline')).toEqual({
      status: 303,
      location: payment.page,
    });
    expect((await visitor(world.baseUrl).open(payment.page)).text).toContain('was declined');
    await world.settle();
    expect(await settlementOf(world, invoiceId)).toMatchObject({ statusId: 'open' });
    const again = await aPayment(world, path);
    expect(again.paymentId).not.toBe(payment.paymentId);
    expect(await choose(world, payment.page, 'pay')).toEqual(success);
    await world.settle();
    expect(await settlementOf(world, invoiceId)).toMatchObject({ paymentId: payment.paymentId });
  });

  it('cancels: the payer returns to the redirectUrl as it is', async () => {
    const { path, invoiceId, payment } = await aStartedPayment();
    const chooses = await aPayer(world, payment.page);
    expect(await chooses('cancel')).toEqual({ status: 303, location: redirectUrl });
    expect(await chooses('pay')).toEqual({ status: 303, location: redirectUrl });
    await world.settle();
    expect(await settlementOf(world, invoiceId)).toMatchObject({ statusId: 'open' });
    expect((await visitor(world.baseUrl).open(path)).text).toContain('value="pay"');
  });

  it('returns 404 for an unknown payment', async () => {
    expect((await visitor(world.baseUrl).open(`/sandbox/payments/${'A'.repeat(43)}`)).status).toBe(
      404,
    );
  });
});

describe('the sandbox’s report', () => {
  it('is retried with the same id until it is accepted', async () => {
    const { payment } = await aStartedPayment();
    const ids: unknown[] = [];
    let status = 503;
    const webhook = await startHttpServer(async (request, response) => {
      ids.push(JSON.parse((await buffer(request)).toString()).id);
      response.writeHead(status).end();
    });
    const deps = { ...outboxDepsOn(world.table), sandbox: world.deps.sandbox };
    const send = () =>
      reportSandboxPayment(
        payment.paymentId,
        'succeeded',
        { ...deps, baseUrl: webhook.endpoint },
        'evt_owed',
      );
    try {
      await expect(send()).rejects.toThrow('the webhook of cardpay answered 503');
      status = 200;
      await send();
    } finally {
      await webhook.stop();
    }
    expect(ids).toEqual(['evt_owed', 'evt_owed']);
  });
});

describe('a deployment without a sandbox', () => {
  const noSecrets = async () => [];

  it('opens no checkout with a provider that is not configured', async () => {
    const { draft } = await aStartedPayment();
    const payments = openPayments({}, null, noSecrets, world.deps);
    const command = { provider: 'cardpay', redirectUrl, email: null } as const;
    // A payment uses only these fields of a caller.
    const caller = { kind: 'standard', personId: ada.id } as PersonalKeyCaller;
    const application = ownApplication(draft.id, caller, world.deps);
    const attempt = Promise.resolve().then(() =>
      startCheckout('legal_entity_application', application, command, { ...world.deps, payments }),
    );
    expect(await refusal(attempt)).toBe('400 request.invalid_body');
  });

  it('has no sandbox pages', async () => {
    const { payment } = await aStartedPayment();
    const without = { ...world.deps, sandbox: null };
    expect(await refusal(readSandboxPayment(payment.paymentId, without))).toBe(
      '404 resource.not_found',
    );
  });
});
