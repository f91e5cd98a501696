import { readFileSync } from 'node:fs';
import type { Resource, Resources, StackName } from './synthesized.ts';

/** Stacks by name, whose resources a fault may change. */
export type Stacks = Readonly<Record<StackName, Record<string, Resource>>>;

/** A mistake of someone who changes the stacks or the workflows. */
export interface Fault {
  readonly name: string;
  /** The test that must notice it: a file below test/, without its ending. */
  readonly noticedBy: string;
  /** Changes templates; templates without the resource are unchanged. */
  readonly inTemplates?: (stacks: Stacks) => void;
  /** Changes a workflow of GitHub, by its file's name. */
  readonly inWorkflow?: (text: string, file: string) => string;
}

let current: Fault | null = null;
const effective = new Set<Fault>();

/** Tests see this fault until the next call. Only test/infra/faults/injected.ts calls it. */
export function inject(fault: Fault): void {
  current = fault;
}

/** Whether the fault has changed a template or workflow. */
export function isEffective(fault: Fault): boolean {
  return effective.has(fault);
}

/** The stacks with the current fault. */
export function withFault<T extends Readonly<Record<StackName, { readonly resources: Resources }>>>(
  stacks: T,
): T {
  if (current?.inTemplates === undefined) return stacks;
  const before = JSON.stringify(stacks);
  const resources = Object.entries(stacks).map(([name, stack]) => [name, stack.resources]);
  // Names and resources are those of the stacks, which were read for this one caller.
  current.inTemplates(Object.fromEntries(resources) as Stacks);
  if (JSON.stringify(stacks) !== before) effective.add(current);
  return stacks;
}

/** A workflow of GitHub as a text, with the current fault. */
export function readGitHubWorkflow(file: string): string {
  const text = readFileSync(`.github/workflows/${file}`, 'utf8');
  const faulty = current?.inWorkflow?.(text, file) ?? text;
  if (current && faulty !== text) effective.add(current);
  return faulty;
}
