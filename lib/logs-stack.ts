import { Stack, type StackProps } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { type AlarmReceivers, AlarmTopics } from './alarm-topics.ts';
import type { DataStack } from './data-stack.ts';
import { DocumentReads } from './document-reads.ts';
import { encryptionKey } from './encryption-key.ts';
import { logKeeping } from './log-keeping.ts';

export interface LogsStackProps extends StackProps {
  readonly stage: string;
  readonly receivers: AlarmReceivers;
  /** The stack whose documents are watched; undefined: none. */
  readonly watched: DataStack | undefined;
  /** Encrypts log groups, and queues of the stacks that write to them; undefined: AWS's own keys. */
  readonly keyArn: string | undefined;
}

/**
 * Log groups with fixed names, alarm topics, and the records of reads. This stack is never rebuilt: in `prod` log
 * groups outlive the functions, and CloudFormation does not create existing resources. Other stacks refer to them by
 * name, because each reference would be an export: an imported export can't be removed, so no function could ever be
 * removed.
 */
export class LogsStack extends Stack {
  /** The access log of the API. */
  readonly calls: string;
  /** WAF's log of refused requests; it exists even without a web ACL, so that one can be added and removed. */
  readonly refused: string;
  readonly #stage: string;
  readonly keyArn: string | undefined;
  readonly #key: IKey | undefined;

  constructor(
    scope: Construct,
    id: string,
    { stage, receivers, watched, keyArn, ...props }: LogsStackProps,
  ) {
    super(scope, id, props);
    this.#stage = stage;
    this.keyArn = keyArn;
    this.#key = encryptionKey(this, keyArn);
    new AlarmTopics(this, stage, receivers);
    if (watched) {
      this.addStackDependency(watched);
      const { documentsArn } = watched;
      new DocumentReads(this, stage, Bucket.fromBucketArn(this, 'Documents', documentsArn));
    }
    this.calls = this.#group('Calls', `/registry/${stage}/calls`);
    // WAF writes only to groups with this prefix.
    this.refused = this.#group('Refused', `aws-waf-logs-registry-${stage}-refused`);
  }

  /** The log group of a function, by its name within the service, in the scope that uses it. */
  ofFunction(user: Construct, name: string): ILogGroup {
    const made = this.#group(`function-${name}`, `/registry/${this.#stage}/functions/${name}`);
    return LogGroup.fromLogGroupName(user, 'Logs', made);
  }

  /** The logs of a workflow's steps. The prefix keeps these groups short in the resource policy of Step Functions. */
  ofWorkflow(user: Construct, name: string): ILogGroup {
    const prefix = `/aws/vendedlogs/states/registry/${this.#stage}`;
    const made = this.#group(`workflow-${name}`, `${prefix}/${name}`);
    return LogGroup.fromLogGroupName(user, 'Logs', made);
  }

  #group(id: string, logGroupName: string): string {
    new LogGroup(this, id, { logGroupName, ...logKeeping(this.#stage, this.#key) });
    return logGroupName;
  }
}
