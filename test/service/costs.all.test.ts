import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { costOf, startsOf } from '../../bin/costs/compute.ts';
import { type Deployment, measuredFile, readMeasured, type Use } from '../../bin/costs/measured.ts';
import { prices } from '../../bin/costs/prices.ts';
import { costsFile, withCosts } from '../../bin/costs.ts';
import { type Load, loadFile, readLoad } from '../../bin/load/measured.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { aFiler, aSubmittedFiling, freshName } from '../support/amendments.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { aDraft, aVoucher } from '../support/drafts.ts';
import { fullProduction } from '../support/lasting-resources.ts';
import { openMeter } from '../support/meter.ts';
import { lineOf, metricsOfAlarms, metricsOfDashboards } from '../support/metrics-of.ts';
import { aPartner, aReadyApplication, partnerCalls } from '../support/partners.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { ofType, type Resource, synthesizeEach } from '../support/synthesized.ts';
import { useWorld } from '../support/use-world.ts';
import { useWebhooks } from '../support/webhooks.ts';

const world = await useWorld();
// The setting that docs/operators/settings.md recommends for a growing registry: searches then read all lists.
Object.assign(world.deps, { shardRegistry: true });
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

/** Every act with a price, by its name on the costs page. */
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
  'application read': () =>
    world.call('GET', `/api/v1/legal_entity_applications/${draft.id}`, { key: draft.key }),
  'list of an entity’s documents': () =>
    world.call('GET', `/api/v1/legal_entities/${filer.entityId}/documents`, {
      key: filer.standardKey,
    }),
  'portal page': () => browser.open('/portal'),
  'sign-in': () => signedIn(world, ada.email),
  'voucher creation': () => aVoucher(world),
  'LLC, from application to registration': async () =>
    approve((await aSubmission(world, applicant)).id),
  'Certificate of Good Standing, from request to issue': async () =>
    payRequest(world, await aRequest(world, entity.id, key), key),
  'amendment, from draft to certificate': async () =>
    approve(await aSubmittedFiling(world, filer, { name: freshName() })),
  "residency, from the partner's draft to approval": async () => {
    const { id } = await aReadyApplication(world, partner);
    await partnerCalls(world, partner).submit(id);
    await approve(id);
  },
  'visitor-pass application': () =>
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
    expect(differences(flat(asked), flat(knownLoad[name] ?? {}), 4), name).toEqual([]);
  }
  // If it differs: `npm run generate -- measurements costs load`.
  const known = readMeasured();
  expect(measured.deployment).toEqual(known.deployment);
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

it('new environments are in the price of a function: nearly each call of a rare one, few of a frequent one', () => {
  const use = readMeasured().uses['whoami'];
  if (use === undefined) throw new Error('nobody has measured whoami');
  const one = (count: number) => costOf(use, prices['us-east-1'], count).functions / count;
  expect([startsOf(100), startsOf(1_000_000)]).toEqual([expect.closeTo(0.978, 3), 0.01]);
  // 350 ms of half a gigabyte.
  expect(one(100) - one(1_000_000)).toBeCloseTo(0.968 * 0.35 * 0.5 * 0.000_013_333_4, 8);
});

/**
 * Differences of more than a tenth and more than `least`. Smaller ones are normal: id sizes vary, a
 * lost race writes again, and the stream's readers take a varying number of rounds, each of which
 * writes the feed.
 */
function differences(
  measured: Readonly<Record<string, number>>,
  known: Readonly<Record<string, number>>,
  least = 2,
): readonly string[] {
  return Object.entries(measured).flatMap(([name, value]) => {
    const recorded = known[name] ?? Number.NaN;
    return Math.abs(value - recorded) <= Math.max(least, recorded / 10)
      ? []
      : [`${name}: ${value}, not ${recorded}`];
  });
}

/** Resources with a monthly price, each in a separate row. */
const paidByMonth = [
  'ApiGatewayV2::RoutingRule',
  'Backup::BackupPlan',
  'CloudWatch::Alarm',
  'CloudWatch::Dashboard',
  'DynamoDB::GlobalTable',
  'Events::Rule',
  'KMS::Key',
  'Lambda::EventSourceMapping',
  'Logs::LogGroup',
  'Logs::MetricFilter',
  'S3::Bucket',
  'SecretsManager::Secret',
  'WAFv2::WebACL',
];

/** Resources that are billed by use, by their names on the page. */
const paidByUse: Readonly<Record<string, string>> = {
  'ApiGateway::RestApi': 'APIs',
  'CloudTrail::Trail': 'trail',
  'GuardDuty::MalwareProtectionPlan': 'malware scan',
  'Lambda::Function': 'functions',
  'CodeDeploy::DeploymentGroup': 'canary deployments',
  'SNS::Topic': 'topics',
  'SQS::Queue': 'queues',
  'StepFunctions::StateMachine': 'workflows',
  'SES::EmailIdentity': 'domain of email',
  'EC2::NatGateway': 'NAT gateways',
};

/**
 * Resources that cost nothing: rights, links between others, and those within the account's free
 * tier.
 */
const free =
  /^(ApiGateway::(Account|ApiKey|BasePathMapping|Deployment|DomainName|Stage|UsagePlan|UsagePlanKey)|Backup::Backup(Selection|Vault)|Budgets::Budget|CertificateManager::Certificate|CodeDeploy::(Application|DeploymentConfig)|IAM::(ManagedPolicy|Policy|Role)|Lambda::(Alias|EventInvokeConfig|LayerVersion|Permission|Version)|Route53::RecordSet|S3::BucketPolicy|SES::ConfigurationSet(EventDestination)?|SNS::(Subscription|TopicPolicy)|SQS::QueuePolicy|SSM::Parameter|SecretsManager::RotationSchedule|WAFv2::(LoggingConfiguration|WebACLAssociation))$/;

/**
 * Everything that is billed for a full production stage: from its templates, and from settings that
 * name something billed elsewhere.
 */
function deployment(): Deployment {
  const stacks = synthesizeEach(routes, fullProduction);
  const all = Object.values(stacks).flatMap((stack) => Object.values(stack));
  const of = (type: string) => all.filter(({ Type }) => Type === `AWS::${type}`);
  for (const { Type } of all) {
    const type = Type.replace('AWS::', '');
    expect([type, paidByMonth.includes(type) || type in paidByUse || free.test(type)]).toEqual([
      type,
      true,
    ]);
  }
  const looked = Object.values(stacks).flatMap((each) => [...metricsOfAlarms(each).values()]);
  const shown = [...metricsOfDashboards(stacks.monitoring).values()];
  const filtered = of('Logs::MetricFilter').flatMap(({ Properties }) =>
    Properties.MetricTransformations.map(
      ({ MetricNamespace, MetricName }: Resource['Properties']) =>
        `${MetricNamespace} ${MetricName}`,
    ),
  );
  const own = [...looked, ...shown]
    .flat()
    .filter(({ namespace }) => namespace === 'Registry/prod')
    .map(lineOf);
  const metricsOfStage = [...new Set([...own, ...filtered])];
  const mappings = of('Lambda::EventSourceMapping').map(({ Properties }) => Properties);
  const clock = Object.values(stacks).flatMap((stack) =>
    Object.values(ofType(stack, 'AWS::Events::Rule')).flatMap(
      ({ Properties: { ScheduleExpression, Targets } }) =>
        ScheduleExpression === undefined
          ? []
          : [
              {
                entry: JSON.stringify(Targets),
                minutes: minutesOf(ScheduleExpression),
                gigabytes: memoryOf(stack, Targets) / 1024,
              },
            ],
    ),
  );
  const probe = clock.find(({ entry }) => entry.includes('Probe'));
  const [plan] = of('Backup::BackupPlan').flatMap(
    ({ Properties }) => Properties.BackupPlan.BackupPlanRule,
  );
  const acls = of('WAFv2::WebACL');
  const settings = JSON.stringify(fullProduction);
  const named = (what: RegExp) => new Set(settings.match(what)).size;
  return {
    alarms: looked.length,
    alarmMetrics: looked.flat().length,
    dashboards: of('CloudWatch::Dashboard').length,
    secrets: of('SecretsManager::Secret').length + named(/\bregistry\/[\w-]+/g),
    keys: of('KMS::Key').length + named(/arn:aws:kms:[\w:/-]+/g),
    zones: Number('hostedZoneId' in fullProduction),
    metrics: metricsOfStage.length,
    idleMetrics: metricsOfStage.filter((line) =>
      /^\S+ (StreamDelay|PendingReviews|OldestPendingReview|RegistryNames|GatewayKeysInAccount|StatementsMissing|Latency-lookups)\b/.test(
        line,
      ),
    ).length,
    clock: clock.map(({ minutes, gigabytes }) => ({ minutes, gigabytes })),
    probeMinutes: probe?.minutes ?? Number.NaN,
    queues: mappings.filter(({ StartingPosition }) => StartingPosition === undefined).length,
    streamReaders: mappings.filter(({ StartingPosition }) => StartingPosition !== undefined).length,
    webAcls: acls.length,
    webAclRules: acls.flatMap(({ Properties }) => Properties.Rules).length,
    backups: {
      aDay: 1_440 / minutesOf(plan.ScheduleExpression),
      days: plan.Lifecycle.DeleteAfterDays,
      regions: 1 + plan.CopyActions.length,
    },
    logDays: Math.max(
      ...of('Logs::LogGroup').map(({ Properties }) => Number(Properties.RetentionInDays)),
    ),
    paidByUse: Object.fromEntries(
      Object.entries(paidByUse).map(([type, name]) => [name, of(type).length]),
    ),
  };
}

/** The memory of the function that a rule starts, directly or through an alias. */
function memoryOf(resources: Readonly<Record<string, Resource>>, targets: unknown): number {
  const text = JSON.stringify(targets);
  const found = Object.entries(ofType(resources, 'AWS::Lambda::Function')).filter(([id]) =>
    text.includes(`"${id}`),
  );
  return Number(found[0]?.[1].Properties.MemorySize);
}

/** Minutes between two runs of `rate(15 minutes)`, a daily cron, and a cron every six hours. */
function minutesOf(schedule: string): number {
  if (/^cron\(\d+ \d+ \* \* \? \*\)$/.test(schedule)) return 1_440;
  const [, hours] = /^cron\(\d+ \*\/(\d+) \* \* \? \*\)$/.exec(schedule) ?? [];
  if (hours !== undefined) return 60 * Number(hours);
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  const minutes = { minute: 1, hour: 60, day: 1_440 }[unit];
  if (minutes === undefined) throw new Error(`no rate: ${schedule}`);
  return Number(count) * minutes;
}
