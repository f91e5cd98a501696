import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVoucher } from '../../shared/payments/db/vouchers.ts';
import { aPayment, report } from '../support/checkout.ts';
import { aVoucher } from '../support/drafts.ts';
import type { RequestMatch } from '../support/dynamodb-proxy.ts';
import { isRead } from '../support/every-crash.ts';
import {
  everything,
  isSignOfLife,
  letTimeRunOut,
  startImpatientGateway,
} from '../support/impatient-gateway.ts';
import {
  aPartner,
  aPartnerDraft,
  applicationData,
  applicationsPath,
  aReadyApplication,
  type Partner,
  partnerCalls,
  partnerOrigin,
  seen,
  sworn,
} from '../support/partners.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let impatient: Awaited<ReturnType<typeof startImpatientGateway>>;

/** Each group has its own world, because its tests read the whole table. */
function ownWorld() {
  beforeAll(async () => {
    world = await startWorld();
    impatient = await startImpatientGateway(world, [
      'functions/partner/write.ts',
      'functions/partner/checkout.ts',
    ]);
  });
  afterAll(async () => {
    await impatient.stop();
    await world.stop();
  });
}

/** A write that should happen once. */
interface PartnerCall {
  readonly partner: Partner;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: unknown;
  /** A voucher redeemed by the write. */
  readonly code?: string;
}

const calls: Readonly<Record<string, () => Promise<PartnerCall>>> = {
  'a creation': async () => ({
    partner: await aPartner(world),
    method: 'POST',
    path: '',
    body: { applicationData: applicationData(sworn) },
  }),
  'a change': async () => {
    const partner = await aPartner(world);
    const { id, data } = await aPartnerDraft(world, partner);
    const { personalDetails } = data;
    const email = `moved-${id}@people.example`;
    const changed = { ...data, personalDetails: { ...personalDetails, ...sworn, email } };
    const body = { expectedVersion: 1, applicationData: changed };
    return { partner, method: 'PATCH', path: `/${id}`, body };
  },
  'a payment': async () => {
    const partner = await aPartner(world);
    const { id } = await aPartnerDraft(world, partner);
    const code = await aVoucher(world);
    const body = { voucherCode: code };
    return { partner, method: 'POST', path: `/${id}/pay/voucher`, body, code };
  },
  'a submission': async () => {
    const partner = await aPartner(world);
    const { id } = await aReadyApplication(world, partner);
    return { partner, method: 'POST', path: `/${id}/submit`, body: undefined };
  },
};

async function send(
  { partner, method, path, body }: PartnerCall,
  key: string,
  baseUrl = world.baseUrl,
) {
  const response = await fetch(baseUrl + applicationsPath + path, {
    method,
    headers: {
      authorization: `Bearer ${partner.key}`,
      'idempotency-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed'),
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** A client that repeats the same request until it gets a final answer. */
async function insist(input: PartnerCall, key: string) {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const answer = await send(input, key, impatient.baseUrl);
    if (answer.status < 500 && answer.body['code'] !== 'idempotency.in_progress') return answer;
    if (answer.status === 409) await letTimeRunOut(world);
  }
  throw new Error('the client gave up');
}

/** All effects of the write, without values that differ between runs. */
async function endOf({ partner, code }: PartnerCall) {
  const { body } = await partnerCalls(world, partner).list();
  const { data } = body as { data: { id: string }[] };
  const all = await everything(world);
  const ids = data.map(({ id }) => id);
  const about = all.filter((item) => ids.some((id) => JSON.stringify(item).includes(id)));
  const voucher = code === undefined ? null : await findVoucher(world.table, code);
  return {
    applications: neutral(data),
    voucher: voucher && { for: ids.indexOf(voucher.redeemedFor?.id ?? '') },
    items: about
      .filter(({ pk }) => !/^(IDEMPOTENCY|EFFECT|CHECKOUT)#/.test(String(pk)))
      .map(({ pk, action, event }) => [
        String(pk).split('#')[0],
        action,
        Object(event).type,
        Object(event).mail?.template,
      ])
      .map(String)
      .toSorted(),
  };
}

/** Without ids, addresses, tokens and timestamps, so that it is the same in every run. */
function neutral(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replaceAll(/(ada-\d+|moved-ID)@/g, 'SOMEBODY@')
      .replaceAll(/"dateOfBirth":"[\d-]+"/g, '"dateOfBirth":"DATE"')
      .replaceAll(/agreements\/[\w-]{43}/g, 'agreements/TOKEN')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT'),
  );
}

describe.each(Object.entries(calls))('%s', (_, prepare) => {
  ownWorld();

  it.each([
    ['of its calls to the table meets the fault', 'drop-response'],
    ['of its writes meets the fault', 'internal'],
  ] as const)(
    'happens once, whichever %s %s',
    async (_what, kind) => {
      // A read leaves the table unchanged, so one kind of fault is enough for reads.
      const counts: RequestMatch = (body, operation) =>
        !isSignOfLife(body, operation) && (kind === 'drop-response' || !isRead(operation));
      const undisturbed = await prepare();
      let calls = 0;
      const counting: RequestMatch = (body, operation) => {
        calls += counts(body, operation) ? 1 : 0;
        return false;
      };
      world.proxy.failNext({ kind, match: counting });
      const first = await insist(undisturbed, randomUUID());
      world.proxy.disarm();
      expect(first.status).toBe(200);
      expect(calls).toBeGreaterThan(kind === 'drop-response' ? 4 : 0);
      const expected = await endOf(undisturbed);
      for (let call = 1; call <= calls; call += 1) {
        const input = await prepare();
        const key = randomUUID();
        let met = 0;
        world.proxy.failNext({
          kind,
          match: (body, operation) => {
            if (!counts(body, operation)) return false;
            met += 1;
            return met === call;
          },
        });
        const answer = await insist(input, key);
        expect(world.proxy.pending()).toBe(0);
        expect({ call, ...answer, body: neutral(answer.body) }).toEqual({
          call,
          ...answer,
          status: 200,
          body: neutral(first.body),
        });
        expect({ call, ...(await endOf(input)) }).toEqual({ call, ...expected });
        // Sent again without faults, it gets the stored answer.
        expect(await send(input, key)).toEqual({ ...answer, replayed: 'true' });
      }
    },
    120_000,
  );

  it('is answered from storage when repeated, and refused with another body', async () => {
    const input = await prepare();
    const key = randomUUID();
    expect((await send(input, key)).status).toBe(200);
    const again = await send(input, key);
    expect({ status: again.status, replayed: again.replayed }).toEqual({
      status: 200,
      replayed: 'true',
    });
    const body = { ...Object(input.body), note: 'another' };
    const other = await send({ ...input, body }, key);
    expect({ status: other.status, code: other.body['code'] }).toEqual({
      status: 409,
      code: 'idempotency.key_reused',
    });
  });

  it('happens once if sent ten times in parallel', async () => {
    const undisturbed = await prepare();
    await send(undisturbed, randomUUID());
    const input = await prepare();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(input, key)));
    const statuses = new Set(answers.map(({ status, body }) => `${status} ${body['code'] ?? ''}`));
    expect([...statuses].filter((text) => !/^200 |idempotency.in_progress/.test(text))).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await endOf(input)).toEqual(await endOf(undisturbed));
  });
});

describe('an effect whose answer was lost', () => {
  ownWorld();

  it('is found by the same request only', async () => {
    const input = await calls['a creation']?.();
    if (input === undefined) throw new Error('set-up');
    const key = randomUUID();
    // The answer is never stored: the function dies right after the transaction.
    let written = false;
    world.proxy.failNext({
      kind: 'drop-response',
      match: (_body, operation) => {
        written ||= operation === 'TransactWriteItems';
        return operation === 'TransactWriteItems';
      },
    });
    expect((await send(input, key, impatient.baseUrl)).status).toBe(503);
    expect(written).toBe(true);
    await letTimeRunOut(world);
    const other = { ...input, body: { applicationData: applicationData(sworn) } };
    const refused = await send(other, key);
    expect({ status: refused.status, code: refused.body['code'] }).toEqual({
      status: 409,
      code: 'idempotency.key_reused',
    });
  });

  it('is answered with its current state', async () => {
    const partner = await aPartner(world);
    const data = applicationData(sworn);
    const input: PartnerCall = {
      partner,
      method: 'POST',
      path: '',
      body: { applicationData: data },
    };
    const key = randomUUID();
    world.proxy.failNext({ kind: 'drop-response', operation: 'TransactWriteItems' });
    expect((await send(input, key, impatient.baseUrl)).status).toBe(503);
    const calls = partnerCalls(world, partner);
    const { body } = await calls.list();
    const [{ id }] = (body as { data: [{ id: string }] }).data;
    seen(await calls.patch(id, { expectedVersion: 1, applicationData: data }));
    const repeated = await send(input, key);
    expect(repeated).toMatchObject({
      status: 200,
      replayed: 'true',
      body: { data: { id, version: 2 } },
    });
  });

  it('happens again after a day', async () => {
    const input = await calls['a creation']?.();
    if (input === undefined) throw new Error('set-up');
    const key = randomUUID();
    world.proxy.failNext({ kind: 'drop-response', operation: 'TransactWriteItems' });
    expect((await send(input, key, impatient.baseUrl)).status).toBe(503);
    await letTimeRunOut(world);
    world.clock.now += 86_401_000;
    expect((await send(input, key)).status).toBe(200);
    expect((await endOf(input)).applications).toHaveLength(2);
  });
});

describe('a checkout', () => {
  ownWorld();

  const seenUrl = ({ body }: { readonly body: Record<string, unknown> }) =>
    new URL((body as { data: { url: string } }).data.url).pathname;

  it('can be opened again, and each one pays the same invoice', async () => {
    const partner = await aPartner(world);
    const { id } = await aPartnerDraft(world, partner);
    const body = { paymentProvider: 'cardpay', redirectUrl: `${partnerOrigin}/paid` };
    const input: PartnerCall = { partner, method: 'POST', path: `/${id}/checkout_session`, body };
    world.proxy.calls.reset();
    const first = await insist(input, randomUUID());
    expect(first.status).toBe(200);
    const calls = world.proxy.calls.count();
    for (let call = 1; call <= calls; call += 1) {
      let met = 0;
      world.proxy.failNext({
        kind: 'drop-response',
        match: () => {
          met += 1;
          return met === call;
        },
      });
      const answer = await insist(input, randomUUID());
      expect({ call, ...answer }).toMatchObject({
        status: 200,
        body: { invoiceId: first.body['invoiceId'] },
      });
    }
    const other = seenUrl(await insist(input, randomUUID()));
    const payments = [await aPayment(world, seenUrl(first)), await aPayment(world, other)];
    const outcomes = [];
    for (const payment of payments) outcomes.push((await report(world, payment)).outcome);
    expect(outcomes).toEqual(['settled', 'duplicate']);
  });
});
