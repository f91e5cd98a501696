import { Stack, type StackProps } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { OfQueues, OutboxQueue, WorkflowName } from '../shared/kernel/domain/outbox-queue.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import { alarmTopics } from './alarm-topics.ts';
import { apiAlarms } from './alarms/api-alarms.ts';
import { backupAlarms } from './alarms/backup-alarms.ts';
import { dataAlarms } from './alarms/data-alarms.ts';
import { eventAlarms } from './alarms/event-alarms.ts';
import { evidenceAlarms } from './alarms/evidence-alarms.ts';
import { mailboxAlarms } from './alarms/mailbox-alarms.ts';
import { makeAlarm } from './alarms/make-alarm.ts';
import { outsideAlarms } from './alarms/outside-alarms.ts';
import { paymentAlarms } from './alarms/payment-alarms.ts';
import { probeAlarm } from './alarms/probe-alarm.ts';
import { registryAlarms } from './alarms/registry-alarms.ts';
import { termAlarms } from './alarms/term-alarms.ts';
import { webhookAlarms } from './alarms/webhook-alarms.ts';
import { Dashboards } from './dashboards.ts';
import type { DataStack } from './data-stack.ts';
import type { LogsStack } from './logs-stack.ts';
import { configurationSetNames } from './mail.ts';
import type { ServiceFunction } from './service-function.ts';
import { machineName } from './workflow.ts';

/** The parts of the service stack to monitor. */
export interface WatchedService {
  readonly api: SpecRestApi;
  readonly authorizer: ServiceFunction;
  readonly router: ServiceFunction;
  readonly consumers: OfQueues<OutboxQueue, ServiceFunction>;
  readonly rotation: ServiceFunction;
  readonly reconciliation: ServiceFunction;
  readonly evidence: { readonly copier: ServiceFunction; readonly closer: ServiceFunction };
  readonly mailReports: { readonly deadLetters: IQueue };
  /** Undefined where uploads are not scanned. */
  readonly uploadScans: { readonly deadLetters: IQueue } | undefined;
  /** Names of alarms that the service stack creates itself. */
  readonly alarmNames: readonly string[];
}

/** The scheduled functions to monitor. */
export interface WatchedSchedules {
  readonly asking: ServiceFunction;
  readonly measuring: ServiceFunction;
  readonly terms: ServiceFunction;
  readonly waking: ServiceFunction;
  readonly mailboxes: ServiceFunction;
  readonly snapshots: ServiceFunction;
  /** Whether the registry is searched in memory, where its size is limited. */
  readonly searchesMemory: boolean;
  /** Undefined if there is no probe. */
  readonly probe: ServiceFunction | undefined;
}

export interface MonitoringStackProps extends StackProps {
  readonly stage: string;
  readonly routes: readonly Route[];
  readonly data: DataStack;
  readonly logs: LogsStack;
  readonly watched: WatchedService & WatchedSchedules;
  /** Whether backups are copied to another Region. */
  readonly backups: boolean;
}

/**
 * Alarms and dashboards without data: the stack can be deleted and created again at any time, with no notifications in
 * between. It refers to functions, workflows and logs by name, because references would be exports of the service
 * stack, which could then not replace them. One reference remains, to a queue without a name.
 */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: MonitoringStackProps) {
    super(scope, id, props);
    const { routes, data, logs, watched } = props;
    const { api, mailReports, uploadScans } = watched;
    const workflow = (name: WorkflowName) =>
      StateMachine.fromStateMachineName(this, `workflow-${name}`, machineName(stage, name));
    const seen = {
      stage,
      api,
      routes,
      accessLogs: LogGroup.fromLogGroupName(this, 'Calls', logs.calls),
      authorizer: watched.authorizer.deployedName,
      router: watched.router.deployedName,
      consumers: {
        mail: watched.consumers.mail.deployedName,
        'gateway-keys': watched.consumers['gateway-keys'].deployedName,
        workflows: watched.consumers.workflows.deployedName,
        ...(watched.consumers.sandbox && { sandbox: watched.consumers.sandbox.deployedName }),
        webhooks: watched.consumers.webhooks.deployedName,
        logouts: watched.consumers.logouts.deployedName,
      },
      rotation: watched.rotation.deployedName,
      copier: watched.evidence.copier.deployedName,
      closer: watched.evidence.closer.deployedName,
      lost: data.vault.lost,
      reconciliation: watched.reconciliation.deployedName,
      asking: watched.asking.deployedName,
      measuring: watched.measuring.deployedName,
      terms: watched.terms.deployedName,
      waking: watched.waking.deployedName,
      mailboxes: watched.mailboxes.deployedName,
      snapshots: watched.snapshots.deployedName,
      searchesMemory: watched.searchesMemory,
      probe: watched.probe?.deployedName,
      table: data.table,
      queues: data.outbox,
      mailReports,
      uploadScans,
      workflows: {
        'review-dispatch': workflow('review-dispatch'),
        'review-decision': workflow('review-decision'),
        'certificate-issuance': workflow('certificate-issuance'),
        migration: workflow('migration'),
      },
      configurationSets: configurationSetNames(stage),
    };
    const place = { stage, topics: alarmTopics(this, stage) };
    const own = [
      ...apiAlarms(this, seen),
      ...eventAlarms(seen),
      ...dataAlarms(seen.table),
      ...evidenceAlarms(this, seen),
      ...backupAlarms({ stage, copied: props.backups }),
      ...outsideAlarms(seen),
      ...paymentAlarms(seen),
      ...registryAlarms(seen),
      ...probeAlarm(seen),
      ...termAlarms(seen),
      ...webhookAlarms(this, seen),
      ...mailboxAlarms(seen),
    ].map((each) => makeAlarm(this, place, each));
    const others = watched.alarmNames.map((name) => Alarm.fromAlarmName(this, name, name));
    new Dashboards(this, { ...seen, alarms: [...own, ...others] });
  }
}
