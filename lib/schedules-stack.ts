import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DataStack } from './data-stack.ts';
import type { LogsStack } from './logs-stack.ts';
import { Mailboxes } from './mailboxes.ts';
import { Measuring } from './measuring.ts';
import type { WatchedSchedules } from './monitoring-stack.ts';
import { PaymentChecks } from './payment-checks.ts';
import { Probe } from './probe.ts';
import { RegistrySnapshots } from './registry-snapshots.ts';
import type { ServiceStack } from './service-stack.ts';
import { Terms } from './terms.ts';
import { Webhooks } from './webhooks.ts';

export interface SchedulesStackProps extends StackProps {
  readonly data: DataStack;
  readonly logs: LogsStack;
  readonly service: ServiceStack;
  /** After how many days data is erased, as JSON; undefined: nothing is. */
  readonly retention: string | undefined;
  /** Whether a probe calls verify_rpn from outside, and the secret with its key; undefined if there is none. */
  readonly probe: { readonly secretId: string | undefined } | undefined;
}

/** Scheduled functions: ending terms, measurements, snapshots, payment checks and the probe. */
export class SchedulesStack extends Stack {
  /** What alarms watch. */
  readonly watched: WatchedSchedules;

  constructor(scope: Construct, id: string, props: SchedulesStackProps) {
    super(scope, id, props);
    const { data, logs, service, retention, probe } = props;
    for (const stack of [data, logs, service]) this.addStackDependency(stack);
    const { settings, documentsBucket, payments, reviewers, queues, search } =
      service.functionProps;
    const { address } = service;
    this.watched = {
      asking: new PaymentChecks(this, { settings, payments, baseUrl: address }).asking,
      mailboxes: new Mailboxes(this, { settings, reviewers }).function,
      measuring: new Measuring(this, { settings }).function,
      waking: new Webhooks(this, { settings, queues }).function,
      terms: new Terms(this, { settings, documentsBucket, retention }).function,
      snapshots: new RegistrySnapshots(this, { settings, documentsBucket, search }).function,
      searchesMemory: !search?.isSearched,
      probe: probe && new Probe(this, { settings, publicUrl: address, ...probe }).function,
    };
  }
}
