import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { localAws } from '../../local/engines/engine.ts';
import { startWorkflows, workflowArns } from '../../local/workflows.ts';
import type { WorkflowName } from '../../shared/kernel/domain/outbox-queue.ts';
import { invokeWith } from './background.ts';
import { impatientClient } from './impatient-gateway.ts';
import type { World, WorldDeps } from './world.ts';

type Invoke = ReturnType<typeof invokeWith>;

/**
 * The workflows of a world without the SDK's retries: a failed call ends its task like a crash.
 * `around` can observe or break the calls of tasks.
 */
export async function startCrashingWorkflows(
  world: World,
  around: (invoke: Invoke) => Invoke = (invoke) => invoke,
) {
  const impatient = impatientClient(world);
  /** How many more files can be stored before one fails, and whether that one is stored anyway. */
  const files = { left: Number.POSITIVE_INFINITY, stored: false };
  const { documents } = world.deps;
  const deps: WorldDeps = {
    ...world.deps,
    table: {
      name: world.table.name,
      client: impatient,
    },
    documents: {
      ...documents,
      put: async (file) => {
        files.left -= 1;
        if (files.left !== 0 || files.stored) await documents.put(file);
        if (files.left === 0) throw new Error('S3 is down');
      },
    },
  };
  const engine = await startWorkflows({ timeScale: 0, invoke: around(invokeWith(deps)) });
  const client = new SFNClient({ ...localAws, endpoint: engine.endpoint, maxAttempts: 1 });
  let executions = 0;
  return {
    deps,
    engine,
    client,
    files,
    /** From here on, file number `left` fails. */
    failFile(left: number, stored: boolean) {
      Object.assign(files, { left, stored });
    },
    /** Files can be stored again. */
    mendFiles() {
      Object.assign(files, { left: Number.POSITIVE_INFINITY, stored: false });
    },
    /** Runs a workflow to its end; returns the execution's status. */
    async run(name: WorkflowName, input: object): Promise<string | undefined> {
      executions += 1;
      const { executionArn } = await client.send(
        new StartExecutionCommand({
          stateMachineArn: workflowArns[name],
          name: `run-${executions}`,
          input: JSON.stringify(input),
        }),
      );
      await engine.idle();
      return (await client.send(new DescribeExecutionCommand({ executionArn }))).status;
    },
    async stop() {
      client.destroy();
      impatient.destroy();
      await engine.stop();
    },
  };
}
