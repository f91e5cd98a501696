import type { Node } from 'constructs';

/**
 * Reads `sandbox`: whether this deployment is a sandbox. Money is play money then, and callers do with test
 * helpers what takes a reviewer elsewhere (docs/sandbox.md).
 *
 * Throws for another word than `true` and `false`, and for `paymentsSandbox`, which it has replaced: what asked for play
 * money alone would open more than it asked for.
 */
export function isSandbox(node: Node): boolean {
  const given = String(node.tryGetContext('sandbox') ?? 'false');
  if (!/^(true|false)$/.test(given)) throw new Error('sandbox: true or false');
  if (String(node.tryGetContext('paymentsSandbox') ?? 'false') !== 'false') {
    throw new Error(
      'paymentsSandbox: it is sandbox now, which opens the test helpers as well; see “Sandbox” in docs/operators/settings.md',
    );
  }
  return given === 'true';
}
