import { definitionOf, readWorkflow } from '../lib/bundle/workflow-file.ts';
import { workflowNames } from '../shared/kernel/domain/outbox-queue.ts';
import { toMachineArn } from './engines/executions.ts';
import type { Invoke } from './engines/state-machine-runner.ts';
import { type StepFunctionsEngine, startStepFunctions } from './engines/step-functions.ts';
import { report } from './pump.ts';

/** The ARN of each workflow, for the outbox. */
export const workflowArns = {
  'review-dispatch': toMachineArn('review-dispatch'),
  'review-decision': toMachineArn('review-decision'),
  'certificate-issuance': toMachineArn('certificate-issuance'),
  migration: toMachineArn('migration'),
} as const;

/**
 * Runs the workflows' own files. `invoke` gets a task's function by its entry file. By default it is imported when it
 * is first needed, and its handler is called.
 *
 * Pauses between retries are a twentieth of those in AWS, because nothing else uses the engines.
 */
export function startWorkflows({
  dataDirectory,
  invoke = importAndCall,
  timeScale = 0.05,
}: {
  readonly dataDirectory?: string | undefined;
  readonly invoke?: Invoke;
  readonly timeScale?: number;
}): Promise<StepFunctionsEngine> {
  const machines = workflowNames.map((name) => [
    name,
    { definition: definitionOf(readWorkflow(name), (entry) => entry) },
  ]);
  return startStepFunctions({
    machines: Object.fromEntries(machines),
    invoke,
    dataDirectory,
    timeScale,
    onError: (error) =>
      report('the end of a workflow could not be written and is tried again', error),
  });
}

async function importAndCall(entry: string, payload: unknown): Promise<unknown> {
  const module: unknown = await import(new URL(`../${entry}`, import.meta.url).href);
  const handler: unknown = Reflect.get(Object(module), 'handler');
  if (typeof handler !== 'function') throw new Error(`${entry} exports no handler`);
  return Reflect.apply(handler, undefined, [payload]);
}
