import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { WorkflowName } from '../../kernel/domain/outbox-queue.ts';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';

export interface Workflows {
  /** Starts the workflow once per `execution`; a name that was used before starts nothing. */
  start(
    name: WorkflowName,
    execution: string,
    input: Readonly<Record<string, string>>,
  ): Promise<void>;
}

/** Step Functions state machines. `arns` has the ARN of each workflow. */
export function openWorkflows(arns: Readonly<Record<WorkflowName, string>>): Workflows {
  const client = new SFNClient(timeLimits({ attempts: 3, requestTimeout: 3_000 }));
  return {
    async start(name, execution, input) {
      try {
        await client.send(
          new StartExecutionCommand({
            stateMachineArn: arns[name],
            name: execution,
            input: JSON.stringify(input),
          }),
        );
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
  };
}
