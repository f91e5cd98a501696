import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { hashKey } from '../../shared/access/auth/api-key.ts';
import { noGatewayKeys } from '../../shared/access/aws/gateway-keys.ts';
import { findKey, recordGatewayKey } from '../../shared/access/db/api-keys.ts';
import { reconcileGatewayKeys } from '../../shared/access/usecases/reconcile-gateway-keys.ts';
import { metrics } from '../../shared/kernel/domain/metric.ts';
import type { WorkflowName } from '../../shared/kernel/domain/outbox-queue.ts';
import { noteMailReport } from '../../shared/mail/usecases/mail-addresses.ts';
import { post } from '../../shared/mail/usecases/post.ts';
import { heartbeatPartition } from '../../shared/platform/domain/heartbeat.ts';
import { consumers } from '../../shared/service/routes/background.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import type { BackgroundHandler } from '../../shared/web/http/background.ts';
import { failureMetric } from '../../shared/web/http/count-failure.ts';
import { aFiler, aSubmittedFiling, freshName } from '../support/amendments.ts';
import { askNow, runChecks } from '../support/asked-provider.ts';
import { awsMetrics } from '../support/aws-metrics.ts';
import { invokeWith } from '../support/background.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { inPayment, report } from '../support/checkout.ts';
import { deliverEvent } from '../support/deliver-event.ts';
import { aDraft, aVoucher, pay } from '../support/drafts.ts';
import { functionHandler } from '../support/function-handler.ts';
import { messageOf } from '../support/message.ts';
import {
  lineOf,
  type MetricRef,
  metricsOfAlarms,
  metricsOfDashboards,
} from '../support/metrics-of.ts';
import { outboxDepsOn } from '../support/outbox-deps.ts';
import { aPartner, aReadyApplication, partnerCalls } from '../support/partners.ts';
import { anAskingVisitor, anotherCode, mailedCode, signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { ofType, synthesize } from '../support/synthesized.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const failures = failureMetric('prod', 'a function', '7');

const world = await useWorld();

const { service, monitoring } = synthesize(routes, {
  stage: 'prod',
  baseUrl: 'https://registry.example',
});

/** Metrics that the template derives from log lines. */
const ofLogs = Object.values(ofType(monitoring, 'AWS::Logs::MetricFilter')).map(
  ({ Properties }) => {
    const [{ MetricNamespace, MetricName }] = Properties.MetricTransformations;
    return lineOf({ namespace: MetricNamespace, name: MetricName, dimensions: {} });
  },
);

/** The emitted metrics as CloudWatch would find them; the template's stage is `prod`. */
function emitted(): readonly string[] {
  return world.log.measures.flatMap((line) =>
    line._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
      Dimensions.flatMap((names) =>
        Metrics.map(({ Name }) => {
          expect(typeof Reflect.get(line, Name)).toBe('number');
          return lineOf({
            namespace: Namespace.replace('/test', '/prod'),
            name: Name,
            dimensions: Object.fromEntries(
              names.map((name) => [name, String(Reflect.get(line, name))]),
            ),
          });
        }),
      ),
    ),
  );
}

/** The metrics that an act emitted, with their counts. */
async function emittedBy(act: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  world.log.measures.length = 0;
  await act();
  const counts: Record<string, number> = {};
  for (const line of emitted()) {
    const name = line.replace('Registry/prod ', '');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const giveUp = (workflow: WorkflowName, input: object) =>
  invokeWith(world.deps)(`functions/workflows/${workflow}/mark-stuck.ts`, {
    error: 'States.Timeout',
    ...input,
  });
const measure = async () =>
  (
    await functionHandler<() => Promise<unknown>>(
      'functions/metrics/measure-reviews.ts',
      world.deps,
    )
  )();

const snapshot = async () =>
  (
    await functionHandler<() => Promise<unknown>>(
      'functions/registry/write-snapshot.ts',
      world.deps,
    )
  )();

/** Submits the case, fails its dispatch permanently, and has a reviewer decide. */
async function decided(subjectType: string, subjectId: string, decision: object) {
  await world.settle();
  await giveUp('review-dispatch', { subjectType, subjectId });
  const answer = await decideReview(world, (await reviewOf(world, subjectId)).id, decision);
  if (answer.status !== 200) throw new Error(`set-up: ${JSON.stringify(answer.body)}`);
  await world.settle();
}

const approve = { decision: 'approve' };
const reject = { decision: 'reject', reason: 'No' };

/** One of everything that the registry does and that dashboards show. */
/** A write that both readers of the stream measure. */
async function theClockWrites() {
  const record = {
    eventName: 'MODIFY',
    dynamodb: {
      Keys: { pk: { S: heartbeatPartition } },
      ApproximateCreationDateTime: world.clock.now / 1000,
    },
  };
  for (const entry of ['functions/outbox/route.ts', 'functions/evidence/copy.ts']) {
    const { log, now } = world.deps;
    const read = await functionHandler<(event: object) => Promise<unknown>>(entry, { log, now });
    await read({ Records: [record] });
  }
}

async function everything() {
  await theClockWrites();
  const applicant = await anApplicant(world);
  await decided('legal_entity_application', (await aSubmission(world, applicant)).id, approve);
  await decided('legal_entity_application', (await aSubmission(world, applicant)).id, reject);

  const filer = await aFiler(world);
  for (const decision of [approve, reject]) {
    const id = await aSubmittedFiling(world, filer, { name: freshName() });
    await decided('amendment', id, decision);
  }

  const owner = await aResident(world);
  const requested = async (fields: object = {}) => {
    const entity = await aRepresentedEntity(world, owner);
    const request = await aRequest(world, entity.id, owner.standardKey);
    await world.admin('PATCH', `/legal_entities/${entity.id}`, fields);
    return request;
  };
  await payRequest(world, await requested(), owner.standardKey);
  const referred = await requested({ taxState: 'overdue' });
  await payRequest(world, referred, owner.standardKey);
  await world.settle();
  await giveUp('certificate-issuance', { requestId: referred.id });
  await decided('certificate_request', referred.id, reject);
  await world.admin('POST', `/certificate_requests/${(await requested()).id}/cancel`);

  const partner = await aPartner(world);
  for (const decision of [approve, reject]) {
    const { id } = await aReadyApplication(world, partner);
    await partnerCalls(world, partner).submit(id);
    await decided('residency_application', id, decision);
  }

  const paid = async () =>
    inPayment(world, await aDraft(world, owner.standardKey), owner.standardKey);
  const one = await paid();
  await report(world, one.payment);
  await report(world, one.payment, { data: { paymentId: 'another' } });
  await report(world, (await paid()).payment, { data: { amountCents: 1 } });
  await report(world, (await paid()).payment, { data: { reference: 'ab'.repeat(32) } });

  await world.call('POST', '/api/v1/visitor_pass_applications', {
    body: {
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@visitors.example',
      signature: 'Grace Hopper',
      consentToBackgroundCheck: true,
      referralSource: 'Spring Conference',
    },
  });
  await signedIn(world, owner.email);
  const guesser = await anAskingVisitor(world, owner.email);
  const wrong = anotherCode(await mailedCode(world, owner.email));
  for (let tries = 0; tries < 6; tries += 1) {
    await guesser.send('/portal/sign-in/code', { code: wrong });
  }
  const crowd = visitor(world.baseUrl, '127.9.9.9');
  await crowd.open('/portal/sign-in');
  for (let asked = 0; asked < 61; asked += 1) {
    await crowd.send('/portal/sign-in', { email: `nobody-${asked}@people.example` });
  }
  const deps = { ...outboxDepsOn(world.table), log: world.log };
  const mailer = { send: async () => 'rejected' as const };
  await post('x', { subject: 'A letter', paragraphs: [] }, 'key_created', { ...deps, mailer });
  const gatewayKeys = { ...deps.gatewayKeys, ensure: async () => 'no_capacity' as const };
  for (const [kind, template] of [
    ['bounced', 'sign_in_code'],
    ['bounced', 'claim_link'],
    ['complained', 'claim_link'],
  ] as const) {
    const recipients = [`${kind}-${template}@people.example`];
    const at = new Date(world.clock.now).toISOString();
    await noteMailReport({ kind, template, recipients, sentAt: at, at, cause: null }, deps);
  }
  // The first one has been confirmed as returned by now.
  await post(
    'bounced-sign_in_code@people.example',
    { subject: 'A letter', paragraphs: [] },
    'key_created',
    deps,
  );
  for (const { entry } of Object.values(consumers)) {
    const consume = await functionHandler<BackgroundHandler<SQSEvent, SQSBatchResponse>>(entry, {
      ...deps,
      queueUrl: 'its own',
      queues: { postpone: async () => {} },
    });
    await consume({ Records: [messageOf('no JSON at all', 5)] });
  }
  const keyHash = hashKey(owner.standardKey);
  await deliverEvent(
    { id: 'e', createdAt: '', event: { type: 'gateway_key.requested', keyHash } },
    { ...deps, gatewayKeys },
  );
  const planIds = { standard: 'plan-a', large: 'plan-b', wide: 'plan-c' };
  const inGateway = await findKey(world.table, keyHash);
  if (inGateway === null) throw new Error('there is no key');
  await recordGatewayKey(world.table, inGateway, {
    gatewayKeyId: 'gone',
    gatewayPlan: 'standard',
    gatewaySince: new Date(world.clock.now).toISOString(),
  });
  await reconcileGatewayKeys({
    ...deps,
    gatewayKeys: {
      ...noGatewayKeys,
      planIds,
      ensure: async () => {
        throw new Error('not this one');
      },
    },
    pace: async () => {},
  });
  // One payment whose notification is lost, and one that its provider never confirms.
  const [found, silent] = [(await paid()).payment, (await paid()).payment];
  const { paymentId, reference, amountCents, currency } = found;
  const payment = { result: 'succeeded', paymentId, reference, amountCents, currency } as const;
  const answer = (asked: string) =>
    asked === silent.reference ? new Error('no answer') : asked === reference ? [payment] : [];
  for (const hours of [0.25, 48]) {
    world.clock.now += hours * 3_600_000;
    await askNow(world, answer);
  }
  // A statement with a different amount than was settled, and a refund; missing payments are reported days later.
  const entry = { id: 'mv_1', kind: 'payment', paymentId, reference, amountCents: 1, currency };
  const entries = [entry, { ...entry, id: 'mv_2', kind: 'refund' }] as const;
  const told = [...entries];
  for (let days = 0; days < 4; days += 1) {
    await report(world, (await paid()).payment);
    await runChecks(world, {
      answer: () => [],
      statements: { cardpay: () => ({ entries: told.splice(0) as never, next: null }) },
    });
    world.clock.now += 86_400_000;
  }
  await measure();
  await snapshot();
  await world.settle();
}

describe('metrics of the registry', () => {
  it('are emitted once per transaction, however often it is requested', async () => {
    const { agentKey } = await anApplicant(world);
    const draft = await aDraft(world, agentKey);
    const voucher = await aVoucher(world);
    const act = () => Promise.all([1, 2, 3].map(() => pay(world, draft, voucher)));
    expect(await emittedBy(act)).toEqual({
      'Cases State=paid Subject=legal_entity_application': 1,
      'Cases State=submitted Subject=legal_entity_application': 1,
    });
  });

  it('are not emitted for refused requests', async () => {
    const { agentKey } = await anApplicant(world);
    const draft = await aDraft(world, agentKey);
    expect(await emittedBy(() => pay(world, draft, 'NO-SUCH-VOUCHER'))).toEqual({});
  });

  it('include the number of pending reviews and the age of the oldest', async () => {
    await world.settle();
    const before = Number((await pendingReviews())['PendingReviews legal_entity_application']);
    await aSubmission(world, await anApplicant(world));
    await world.settle();
    world.clock.now += 90 * 60_000;
    const now = await pendingReviews();
    expect(now['PendingReviews legal_entity_application']).toBe(before + 1);
    expect(now['PendingReviews amendment']).toBe(0);
    expect(Number(now['OldestPendingReview'])).toBeGreaterThanOrEqual(90 * 60);
  });

  it('of pending reviews need few reads', async () => {
    const asked = async () => {
      world.proxy.calls.reset();
      await measure();
      const calls = world.proxy.calls.list().map(({ operation }) => operation);
      return Object.fromEntries(
        [...new Set(calls)].map((each) => [each, calls.filter((call) => call === each).length]),
      );
    };
    // A Wednesday, because a week is counted once more after its end.
    world.clock.now += ((10 - new Date(world.clock.now).getUTCDay()) % 7) * 86_400_000;
    // The first run counts the decisions of twelve weeks, later ones only those of this week.
    await measure();
    world.clock.now += 3_600_000;
    // For four kinds and the total, and for four kinds on three lists, in nine partitions each; plus the previous counts and
    // the last notification of reviewers an hour ago, and everything since then.
    const often = { Query: 45 + 108 + 9, GetItem: 2, TransactWriteItems: 1 };
    // Once an hour, for four kinds in nine partitions: the newest decisions, pending cases of three ages, and this week's decisions.
    expect(await asked()).toEqual({ ...often, Query: often.Query + 36 * (1 + 3 + 1) });
    world.clock.now += 15 * 60_000;
    expect(await asked()).toEqual(often);
    const waiting = world.log.measures.flatMap((line) => Reflect.get(line, 'PendingReviews') ?? []);
    const all = waiting.slice(-4).reduce((sum: number, count) => sum + Number(count), 0);
    expect(world.proxy.calls.scanned()).toBeLessThanOrEqual(3 * all + 9);
  });
});

async function pendingReviews() {
  world.log.measures.length = 0;
  await measure();
  return Object.fromEntries(
    world.log.measures.map((line) => {
      const name = line._aws.CloudWatchMetrics[0]?.Metrics[0]?.Name ?? '';
      const subject: unknown = Reflect.get(line, 'Subject');
      return [subject === undefined ? name : `${name} ${subject}`, Reflect.get(line, name)];
    }),
  );
}

describe('metrics on dashboards and alarms', () => {
  const looked: ReadonlyMap<string, readonly MetricRef[]> = new Map([
    ...metricsOfDashboards(monitoring),
    ...metricsOfAlarms(monitoring),
    ...metricsOfAlarms(service),
  ]);

  it('are emitted by the service, derived from log lines, or documented by AWS', async () => {
    world.log.measures.length = 0;
    await everything();
    const own = new Set([...emitted(), ...ofLogs]);
    const missing = [...looked].flatMap(([place, refs]) =>
      refs.filter((ref) => !isKnown(ref, own)).map((ref) => `${place}: ${lineOf(ref)}`),
    );
    expect(missing).toEqual([]);
  });

  it('include every series that the service emits', () => {
    const shown = new Set([...looked.values()].flat().map(lineOf));
    expect([...new Set(emitted())].filter((line) => !shown.has(line))).toEqual([]);
  });

  it('are on three dashboards of at most 50 metrics, which are free', () => {
    const boards = [...metricsOfDashboards(monitoring)];
    expect(boards.map(([name]) => name)).toEqual([
      'registry-prod-service',
      'registry-prod-registry',
      'registry-prod-reviews',
    ]);
    for (const [name, refs] of boards) expect(refs.length, name).toBeLessThanOrEqual(50);
  });

  it('have at most 78 series, with fixed dimension values', () => {
    const series = Object.values(metrics).map(({ dimensions }) =>
      Object.values(dimensions).reduce((product, values) => product * values.length, 1),
    );
    expect(series.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(78);
    // See decision 43.
    expect(new Set(emitted()).size).toBe(72);
  });
});

function isKnown(ref: MetricRef, own: ReadonlySet<string>): boolean {
  const names = Object.keys(ref.dimensions).toSorted().join(' ');
  // These metrics come from versions on trial, which exist only in AWS; test/web/count-failure.test.ts tests such lines.
  if (ref.name === failures.metricName) {
    return names === Object.keys(failures.dimensionsMap).toSorted().join(' ');
  }
  if (!ref.namespace.startsWith('AWS/')) return own.has(lineOf(ref));
  return awsMetrics[ref.namespace]?.[ref.name]?.includes(names) ?? false;
}
