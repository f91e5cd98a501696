import type { Node } from 'constructs';

/**
 * Reads `sandbox`: whether this deployment is a sandbox. There, money is play money, and callers use test helpers to do
 * what normally takes a reviewer (docs/sandbox.md).
 *
 * Throws unless it is `true` or `false`.
 */
export function isSandbox(node: Pick<Node, 'tryGetContext'>): boolean {
  const given = String(node.tryGetContext('sandbox') ?? 'false');
  if (!/^(true|false)$/.test(given)) throw new Error('sandbox: true or false');
  return given === 'true';
}
