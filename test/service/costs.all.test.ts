import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { costOf } from '../../bin/costs/compute.ts';
import { type Deployment, measuredFile, readMeasured, type Use } from '../../bin/costs/measured.ts';
import { prices } from '../../bin/costs/prices.ts';
import { costsFile, withCosts } from '../../bin/costs.ts';
import { type Load, loadFile, readLoad } from '../../bin/load/measured.ts';
import { metrics } from '../../shared/kernel/domain/metric.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { aFiler, aSubmittedFiling, freshName } from '../support/amendments.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { aDraft, aVoucher } from '../support/drafts.ts';
import { openMeter } from '../support/meter.ts';
import { lineOf, metricsOfAlarms, metricsOfDashboards } from '../support/metrics-of.ts';
import { aPartner, aReadyApplication, partnerCalls } from '../support/partners.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { ofType, synthesize } from '../support/synthesized.ts';
import { useWorld } from '../support/use-world.ts';
import { useWebhooks } from '../support/webhooks.ts';

const world = await useWorld();
// The setting that docs/operators/settings.md recommends for a growing registry: searches then read all lists.
Object.assign(world.deps, { spreadRegistry: true });
const ada = await aResident(world);
const applicant = await anApplicant(world);
const filer = await aFiler(world);
const partner = await aPartner(world);
// Reviewers are notified of the first case immediately, then once an hour. The first case is outside the measurement.
await aSubmission(world, applicant);
await world.settle();
const meter = openMeter(world);
const webhooks = await useWebhooks(world);
afterAll(() => meter.close());

const key = ada.standardKey;
const approve = async (subjectId: string) => {
  await world.settle();
  await decideReview(world, (await reviewOf(world, subjectId)).id, { decision: 'approve' });
};

/** Every act that has a price, by its name on the costs page. */
const acts: Readonly<Record<string, () => Promise<unknown>>> = {
  verify_rpn: () => world.call('POST', '/api/v1/verify_rpn', { key, body: { rpn: ada.rpn } }),
  'registry search': () =>
    world.call('POST', '/api/v1/registries/legal_entities/search', {
      key,
      body: { query: 'Test' },
    }),
  'name availability': () =>
    world.call('POST', '/api/v1/registries/legal_entities/name_availability', {
      key,
      body: { name: 'New', optionId: 'llc' },
    }),
  whoami: () => world.call('GET', '/api/v1/whoami', { key }),
  'an application read': () =>
    world.call('GET', `/api/v1/legal_entity_applications/${draft.id}`, { key: draft.key }),
  'documents of an entity': () =>
    world.call('GET', `/api/v1/legal_entities/${filer.entityId}/documents`, {
      key: filer.standardKey,
    }),
  'a page of the portal': () => browser.open('/portal'),
  'a sign-in': () => signedIn(world, ada.email),
  'a voucher made': () => aVoucher(world),
  'an LLC, from its creation to the entity': async () =>
    approve((await aSubmission(world, applicant)).id),
  'a Certificate of Good Standing, issued': async () =>
    payRequest(world, await aRequest(world, entity.id, key), key),
  'an amendment, from its creation to the certificate': async () =>
    approve(await aSubmittedFiling(world, filer, { name: freshName() })),
  "a residency, from the partner's draft to the resident": async () => {
    const { id } = await aReadyApplication(world, partner);
    await partnerCalls(world, partner).submit(id);
    await approve(id);
  },
  'an application for a visitor pass': () =>
    world.call('POST', '/api/v1/visitor_pass_applications', {
      body: {
        firstName: 'Grace',
        lastName: 'Hopper',
        email: 'grace@visitors.example',
        signature: 'Grace Hopper',
        consentToBackgroundCheck: true,
        referralSource: 'Spring Conference',
      },
    }),
};

const draft = await aDraft(world, applicant.agentKey);
const entity = await aRepresentedEntity(world, ada);
const browser = await signedIn(world, ada.email);
await signedIn(world, filer.email);
// Functions cache what they read in the first call, and the rate limit of the minute has been created.
for (const name of ['verify_rpn', 'registry search']) await acts[name]?.();

it('measured uses of calls and cases match bin/costs/measured.json', async () => {
  const uses: Record<string, Use> = {};
  const load: Load = {};
  for (const [name, act] of Object.entries(acts)) {
    await webhooks.journal.drained();
    uses[name] = await meter.of(async () => {
      await act();
      await world.settle();
      // Every feed that may read the change gets an event.
      await webhooks.journal.drained();
    });
    expect(uses[name].apiCalls, name).toBeGreaterThan(0);
    const { written, asked } = meter.partitions();
    load[name] = asked;
    // The sum over the partitions is about what the table itself reports as consumed.
    expect(Math.abs(written - uses[name].written), name).toBeLessThan(3 + written / 20);
  }
  const measured = { deployment: deployment(), uses };
  if (process.env['RECORD_COSTS']) {
    writeFileSync(measuredFile, `${JSON.stringify(measured, null, 2)}\n`);
    writeFileSync(loadFile, `${JSON.stringify(load, null, 2)}\n`);
  }
  const knownLoad = readLoad();
  for (const [name, asked] of Object.entries(load)) {
    const flat = (of: Load[string]) =>
      Object.fromEntries(
        Object.entries(of).flatMap(([kind, { written, read }]) => [
          [`${kind} written`, written],
          [`${kind} read`, read],
        ]),
      );
    expect(differences(flat(asked), flat(knownLoad[name] ?? {})), name).toEqual([]);
  }
  // If it differs: `npm run generate -- measurements costs load`.
  const known = readMeasured();
  expect(differences(measured.deployment, known.deployment)).toEqual([]);
  expect(Object.keys(uses)).toEqual(Object.keys(known.uses));
  for (const [name, use] of Object.entries(uses)) {
    expect(differences(use, known.uses[name] ?? {}), name).toEqual([]);
  }
});

it('the costs page matches the output of bin/costs.ts', () => {
  const page = readFileSync(costsFile, 'utf8');
  expect(withCosts(page)).toBe(page);
});

it('one million verifications cost 0.88 USD for the table, at two reads and one write each', () => {
  const { uses } = readMeasured();
  const use = uses['verify_rpn'];
  expect(use).toMatchObject({ read: 2, written: 1, tableRequests: 3 });
  expect(use && costOf(use, prices['us-east-1']).table).toBeCloseTo(0.875);
});

/** Differences of more than a tenth and more than two: id sizes vary, and a lost race writes again. */
function differences(
  measured: Readonly<Record<string, number>>,
  known: Readonly<Record<string, number>>,
): readonly string[] {
  return Object.entries(measured).flatMap(([name, value]) => {
    const recorded = known[name] ?? Number.NaN;
    return Math.abs(value - recorded) <= Math.max(2, recorded / 10)
      ? []
      : [`${name}: ${value}, not ${recorded}`];
  });
}

/** Everything in the template of stage `prod` that is billed by the month. */
function deployment(): Deployment {
  const { data, service, monitoring } = synthesize(routes, {
    stage: 'prod',
    baseUrl: 'https://registry.example',
  });
  const count = (type: string, of = service) => Object.keys(ofType(of, type)).length;
  const looked = [service, monitoring].flatMap((each) => [...metricsOfAlarms(each).values()]);
  const shown = [...metricsOfDashboards(monitoring).values()].flat();
  const emitted = new Set(
    shown
      .filter(
        ({ namespace, name }) => namespace === 'Registry/prod' && Object.hasOwn(metrics, name),
      )
      .map(lineOf),
  );
  const mappings = Object.values(ofType(service, 'AWS::Lambda::EventSourceMapping'));
  return {
    alarms: looked.length,
    alarmMetrics: looked.flat().length,
    dashboards: count('AWS::CloudWatch::Dashboard', monitoring),
    secrets: count('AWS::SecretsManager::Secret', data) + count('AWS::SecretsManager::Secret'),
    logMetrics: count('AWS::Logs::MetricFilter', monitoring),
    // The keys-without-room and account-keys metrics are on no dashboard, but alarms use them.
    emittedMetrics: emitted.size + 2,
    // The keys of the account are also counted without a call.
    idleMetrics: [...emitted].filter((line) => line.includes('PendingReview')).length + 1,
    clockRuns: Object.values(ofType(service, 'AWS::Events::Rule')).reduce(
      (sum, { Properties }) => sum + minutesOfMonth / minutesOf(Properties.ScheduleExpression),
      0,
    ),
    queues: mappings.filter(({ Properties }) => Properties.StartingPosition === undefined).length,
  };
}

/** 31 days. */
const minutesOfMonth = 44_640;

/** `rate(15 minutes)`, `rate(1 day)`, and a cron of every day: `cron(0 6 * * ? *)`. */
function minutesOf(schedule: string): number {
  if (/^cron\(\d+ \d+ \* \* \? \*\)$/.test(schedule)) return 1_440;
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  const minutes = { minute: 1, hour: 60, day: 1_440 }[unit];
  if (minutes === undefined) throw new Error(`no rate: ${schedule}`);
  return Number(count) * minutes;
}
