import type { Node } from 'constructs';

/**
 * Reads `sandbox`: whether this deployment is a sandbox. Money is play money then, and callers do with test
 * helpers what takes a reviewer elsewhere (docs/sandbox.md).
 *
 * Throws for another word than `true` and `false`.
 */
export function isSandbox(node: Pick<Node, 'tryGetContext'>): boolean {
  const given = String(node.tryGetContext('sandbox') ?? 'false');
  if (!/^(true|false)$/.test(given)) throw new Error('sandbox: true or false');
  return given === 'true';
}
