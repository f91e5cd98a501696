import { fileURLToPath } from 'node:url';
import { Annotations, App, Tags, Validations } from 'aws-cdk-lib';
import { ParameterTier, StringParameter } from 'aws-cdk-lib/aws-ssm';
import { AwsSolutionsChecks } from 'cdk-nag';
import * as z from 'zod';
import settings from '../cdk.json' with { type: 'json' };
import { isOfPublicRegister, isOfSandbox } from '../shared/kernel/http/page-paths.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import { alarmReceivers } from './alarm-topics.ts';
import { partsOf } from './api-parts.ts';
import { backupSettings } from './backup-settings.ts';
import { reservations } from './concurrency.ts';
import { DataStack } from './data-stack.ts';
import { deploymentFacts, publishes } from './deployment-facts.ts';
import { recordsReads } from './document-reads.ts';
import { DomainStack } from './edge/custom-domain.ts';
import { edgeSettings } from './edge/edge-settings.ts';
import { encryptionSetting } from './encryption-key.ts';
import { evidenceSettings } from './evidence-settings.ts';
import { LogsStack } from './logs-stack.ts';
import { mailSettings } from './mail-settings.ts';
import { MonitoringStack } from './monitoring-stack.ts';
import { operatorApprovals } from './operator-approvals.ts';
import { PartStack } from './part-stack.ts';
import { passkeySettings, staffPasskeys } from './passkey-settings.ts';
import type { PaymentSettings } from './payments.ts';
import { RecoveryStack } from './recovery-stack.ts';
import { restoredData } from './restored-data.ts';
import { retentionSettings } from './retention-settings.ts';
import { reviewApprovals } from './review-approvals.ts';
import { isSandbox } from './sandbox-setting.ts';
import { SchedulesStack } from './schedules-stack.ts';
import { SearchStack, searchEngine } from './search-stack.ts';
import type { BuiltCode } from './service-function.ts';
import { ServiceStack } from './service-stack.ts';
import { settingsInEffect, takeStageSettings } from './stage-settings.ts';

export interface RegistryAppProps {
  readonly routes: readonly Route[];
  readonly code: BuiltCode;
  /** Where the templates are written. */
  readonly outdir: string;
  readonly context?: Readonly<Record<string, string>>;
  /** The folder of the stages' settings; `stages` of the project unless set. */
  readonly stages?: string;
}

/**
 * The deployable service as stacks: data, which is kept; log groups; functions and their callers;
 * monitoring.
 *
 * Settings are the CDK's context and `stages/<stage>.json` (`stage-settings.ts`);
 * docs/configuration.md describes each. Throws for invalid settings, such as a stage that can't be
 * part of a name, or a missing address of a stage other than `dev`.
 */
export function registryApp({
  routes: all,
  code,
  outdir,
  context,
  stages = fileURLToPath(new URL('../stages', import.meta.url)),
}: RegistryAppProps) {
  // The feature flags are passed here because only the CDK's command line would read them.
  const app = new App({
    outdir,
    context: { ...settings.context, ...context },
    // A fifth of the synthesis time, for a file that nothing reads.
    treeMetadata: false,
  });
  takeStageSettings(app, stages);
  const sandbox = isSandbox(app.node);
  const routes = all.filter(
    (row) => (publishes(app.node) || !isOfPublicRegister(row)) && (sandbox || !isOfSandbox(row)),
  );
  const stage: unknown = app.node.tryGetContext('stage') ?? 'dev';
  const givenUrl: unknown = app.node.tryGetContext('baseUrl');
  if (typeof stage !== 'string' || !/^[a-z][a-z0-9]{0,15}$/.test(stage)) {
    throw new Error('stage: a lower-case letter, then up to 15 lower-case letters and digits');
  }
  if (
    givenUrl !== undefined &&
    (typeof givenUrl !== 'string' || !/^https:\/\/[^/]+$/.test(givenUrl))
  ) {
    throw new Error('baseUrl: https:// and a host, without a path');
  }
  const edge = edgeSettings(app.node, givenUrl);
  const baseUrl = givenUrl ?? (edge.domain && `https://${edge.domain.name}`);

  if (stage !== 'dev' && baseUrl === undefined) {
    throw new Error(
      'baseUrl: a stage other than dev needs its own address, because links on documents must stay valid if the API is replaced',
    );
  }
  const apiLogRole = String(app.node.tryGetContext('apiLogRole') ?? 'true');
  if (!/^(true|false)$/.test(apiLogRole)) throw new Error('apiLogRole: true or false');

  const mail = mailSettings(app);
  const reserved = reservations(edge.accountConcurrency, routes);
  const terminationProtection = stage !== 'dev';
  const backups = backupSettings(app.node, stage);
  const retention = retentionSettings(app.node, backups);
  const passkeys = passkeySettings(app.node, baseUrl);
  const malwareScan = String(app.node.tryGetContext('malwareScan') ?? 'false');
  if (!/^(true|false)$/.test(malwareScan)) throw new Error('malwareScan: true or false');
  const evidence = evidenceSettings(app, stage);
  const data = new DataStack(app, 'RegistryData', {
    stackName: `RegistryData-${stage}`,
    terminationProtection,
    mailDomain: mail.domain,
    evidence,
    restored: restoredData(app.node),
    stage,
    backups,
    oldVersionDays: retention.oldVersions,
    malwareScan: malwareScan === 'true',
    isSandbox: sandbox,
    encryption: encryptionSetting(app.node),
    passkeys,
  });
  // In the stack that is deployed first and outlives a rebuild, because settings of a started deployment also matter.
  new StringParameter(data, 'Settings', {
    parameterName: `/registry/${stage}/settings`,
    description: 'Settings of the last deployment. Preflight compares them with the next one.',
    tier: ParameterTier.INTELLIGENT_TIERING,
    stringValue: settingsInEffect(app.node, {
      stage,
      baseUrl,
      evidenceMode: evidence.mode,
      evidenceDays: evidence.days,
      backupCopyRegion: backups?.region,
      backupEveryHours: backups?.everyHours,
      backupKeepDays: backups?.keepDays,
      backupLock: backups?.lock,
      passkeyRpId: passkeys?.rpId,
      malwareScan,
    }),
  });
  const recovery =
    backups &&
    new RecoveryStack(app, 'RegistryRecovery', {
      stackName: `RegistryRecovery-${stage}`,
      terminationProtection,
      env: { region: backups.region },
      stage,
      backups,
    });
  // Backups are copied into its vault.
  if (recovery) data.addStackDependency(recovery);
  const logs = new LogsStack(app, 'RegistryLogs', {
    stackName: `RegistryLogs-${stage}`,
    terminationProtection,
    stage,
    receivers: alarmReceivers(app.node),
    watched: recordsReads(app.node, stage) ? data : undefined,
    keyArn: data.keyArn,
  });
  const engine = searchEngine(app);
  const search =
    engine === 'memory'
      ? undefined
      : new SearchStack(app, 'RegistrySearch', {
          stackName: `RegistrySearch-${stage}`,
          terminationProtection,
          engine,
        });
  const parts = partsOf(routes);
  const domain =
    edge.domain &&
    new DomainStack(app, 'RegistryDomain', {
      stackName: `RegistryDomain-${stage}`,
      terminationProtection,
      domain: edge.domain,
    });
  const service = new ServiceStack(app, 'RegistryService', {
    stackName: `RegistryService-${stage}`,
    terminationProtection,
    // CloudFormation accepts templates of up to 1 MB, including whitespace.
    suppressTemplateIndentation: true,
    stage,
    baseUrl,
    deployment: deploymentFacts(app.node, stages),
    mail,
    approvals: reviewApprovals(app),
    operatorApprovals: operatorApprovals(app),
    staffPasskeys: staffPasskeys(app.node),
    payments: paymentSettings(app),
    isSandbox: sandbox,
    apiLogRole: apiLogRole === 'true',
    canary: canarySetting(app, stage, baseUrl),
    edge,
    reservations: reserved,
    routes,
    of: parts.public,
    code,
    data,
    logs,
    search: search?.access,
    malwareScan: malwareScan === 'true',
    passkeys,
  });
  const partStack = (name: 'Pages' | 'Operators', before: readonly PartStack[]) =>
    new PartStack(app, `Registry${name}`, {
      stackName: `Registry${name}-${stage}`,
      terminationProtection,
      suppressTemplateIndentation: true,
      stage,
      of: parts[name === 'Pages' ? 'pages' : 'operators'],
      routes,
      data,
      logs,
      service,
      before,
      edge,
      isSandbox: sandbox,
    });
  const schedules = new SchedulesStack(app, 'RegistrySchedules', {
    stackName: `RegistrySchedules-${stage}`,
    terminationProtection,
    data,
    logs,
    service,
    retention: retention.ofService,
    probe: probeSetting(app, stage),
  });
  const pages = partStack('Pages', []);
  const operators = partStack('Operators', [pages]);
  const monitoring = new MonitoringStack(app, 'RegistryMonitoring', {
    stackName: `RegistryMonitoring-${stage}`,
    terminationProtection,
    stage,
    routes,
    data,
    logs,
    watched: { ...service.watched, ...schedules.watched },
    backups: backups !== undefined,
  });
  if (mail.warning !== undefined) {
    Annotations.of(service).addWarningV2('registry:mail', mail.warning);
  }
  if (stage !== 'dev' && reserved.size === 0) {
    Annotations.of(service).addWarningV2('registry:concurrency', unreservedWarning);
  }
  for (const [name, value] of Object.entries(edge.tags)) Tags.of(app).add(name, value);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  // Its rules and mappings refer to the domain by name.
  if (domain) service.addStackDependency(domain);
  return {
    ...{ app, data, recovery, logs, search, domain, service },
    ...{ schedules, pages, operators, monitoring },
  };
}

/** How new versions come into use; undefined if no function is called through an alias. */
function canarySetting({ node }: App, stage: string, baseUrl: string | undefined) {
  const canary = String(node.tryGetContext('canary') ?? stage !== 'dev');
  if (canary === 'false') return undefined;
  if (canary !== 'true' && canary !== 'all-at-once')
    throw new Error('canary: true, all-at-once or false');
  if (baseUrl === undefined) {
    throw new Error(
      'canary: needs a baseUrl, because functions must not wait for the API that waits for them',
    );
  }
  return canary;
}

const unreservedWarning =
  'Anyone can use up all concurrent executions. Set accountConcurrency to the number that the account has (aws lambda get-account-settings), at least 150.';
/** Whether a probe calls verify_rpn from outside, and with which key; undefined if there is none. */
function probeSetting({ node }: App, stage: string) {
  const probe = String(node.tryGetContext('probe') ?? stage !== 'dev');
  if (probe !== 'true' && probe !== 'false') throw new Error('probe: true or false');
  const secretId: unknown = node.tryGetContext('probeSecret');
  if (secretId !== undefined && (typeof secretId !== 'string' || secretId === '')) {
    throw new Error('probeSecret: id or ARN of a secret');
  }
  return probe === 'true' ? { secretId } : undefined;
}

const Providers = z.record(z.string(), z.looseObject({ secretId: z.string() }));

function paymentSettings({ node }: App): PaymentSettings {
  const given: unknown = node.tryGetContext('paymentProviders') ?? {};
  const providers = Providers.parse(typeof given === 'string' ? JSON.parse(given) : given);
  const sandbox = isSandbox(node);
  const [real] = Object.keys(providers);
  if (sandbox && real !== undefined) {
    throw new Error(
      `sandbox: not together with a real payment provider (${real}), because test helpers could approve what was paid for with real money. Remove one of the two settings`,
    );
  }
  return {
    providers: JSON.stringify(providers),
    secretIds: [...new Set(Object.values(providers).map(({ secretId }) => secretId))],
    isSandbox: sandbox,
  };
}
