import { existsSync, readFileSync } from 'node:fs';
import type { WorkflowName } from '../../shared/kernel/domain/outbox-queue.ts';

const root = new URL('../..', import.meta.url);

/** A state machine as its file defines it. */
export interface WorkflowFile {
  /** Amazon States Language, with `${Task}` where the ARN or name of a task's function goes. */
  readonly text: string;
  /** The function of each task: `${CarryOut}` of `review-decision` is `functions/workflows/review-decision/carry-out.ts`. */
  readonly tasks: Readonly<Record<string, string>>;
}

/** Reads a workflow's file. Throws when one of its tasks has no function. */
export function readWorkflow(name: WorkflowName): WorkflowFile {
  const text = readFileSync(new URL(`lib/workflows/${name}.asl.json`, root), 'utf8');
  const placeholders = new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, task = '']) => task));
  const tasks = [...placeholders].map((task): [string, string] => {
    const entry = `functions/workflows/${name}/${kebabCase(task)}.ts`;
    if (!existsSync(new URL(entry, root))) throw new Error(`${name}: ${entry} does not exist`);
    return [task, entry];
  });
  return { text, tasks: Object.fromEntries(tasks) };
}

/** The definition with each task's function filled in. */
export function definitionOf(
  { text, tasks }: WorkflowFile,
  nameOf: (entry: string) => string,
): object {
  return JSON.parse(text.replaceAll(/\$\{(\w+)\}/g, (_, task) => nameOf(tasks[task] ?? '')));
}

function kebabCase(pascalCase: string): string {
  return pascalCase.replaceAll(/(?<=.)[A-Z]/g, '-$&').toLowerCase();
}
