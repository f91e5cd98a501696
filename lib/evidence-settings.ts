import type { App } from 'aws-cdk-lib';
import type { EvidenceSettings } from './evidence-vault.ts';

/**
 * How copies are locked. Context: `evidenceMode` is `compliance` in `prod` and `governance` elsewhere, `evidenceDays`
 * ten years in `prod` and 30 days elsewhere. Throws on another mode or an invalid number of days.
 */
export function evidenceSettings({ node }: App, stage: string): EvidenceSettings {
  const inProduction = stage === 'prod';
  const mode = String(
    node.tryGetContext('evidenceMode') ?? (inProduction ? 'compliance' : 'governance'),
  );
  if (mode !== 'compliance' && mode !== 'governance') {
    throw new Error('evidenceMode: compliance or governance');
  }
  const days = Number(node.tryGetContext('evidenceDays') ?? (inProduction ? 3_653 : 30));
  if (!Number.isInteger(days) || days < 1 || days > 36_500) {
    throw new Error('evidenceDays: a number of days, 1 to 36500');
  }
  return { mode, days };
}
