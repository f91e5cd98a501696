import { isDeepStrictEqual } from 'node:util';
import type { Account } from './account.ts';
import type { Finding } from './finding.ts';
import type { Deployment, Settings } from './read-deployment.ts';

/** What happens when a deployment drops or changes one of these settings. */
const dangerous: Readonly<Record<string, string>> = {
  restoredTable: 'the service uses another table, without the changes written since',
  restoredDocuments: 'the service uses another bucket, without the files of this one',
  evidenceMode: 'new evidence copies are locked in another mode',
  evidenceDays: 'new evidence copies are locked for a different time',
  encryptionKey: 'data that is already written needs the previous key: keep it',
  backupCopyRegion: 'backups are no longer copied there',
  backupEveryHours: 'the interval of backups changes',
  backupKeepDays: 'backups are kept for a different time',
  backupLock: 'backups are locked in another mode',
  passkeyRpId: 'no passkey works any longer',
  malwareScan: 'uploads are opened without a scan, and no one can open those whose scan is pending',
  webAcl: 'the firewall is removed or replaced',
  operatorNetworks: 'other networks can reach the operators’ API, or yours can’t',
};

/** Valid values of `--confirm`. */
export const dangerousSettings: readonly string[] = [...Object.keys(dangerous), 'domainName'];

/**
 * Compares the settings of the last deployment with those of the next. A dangerous setting that is dropped or changed
 * blocks, unless it is confirmed by name. Setting one for the first time loses nothing.
 */
export function judgeSettings(
  { settings }: Pick<Account, 'settings'>,
  { settings: next, stage }: Pick<Deployment, 'settings' | 'stage'>,
  confirmed: readonly string[],
): readonly Finding[] {
  const about = 'settings';
  if (!('said' in settings)) {
    const found = `the settings of the last deployment could not be read: ${settings.unknown}`;
    const advice = `Use credentials with ssm:GetParameter on ${next.parameter}. Only this check notices a forgotten setting.`;
    return [{ weight: stage === 'dev' ? 'note' : 'BLOCKER', about, found, advice }];
  }
  const before = settings.said;
  if (before === null) {
    return [{ weight: 'ok', about, found: `${next.parameter} does not exist yet` }];
  }
  const finding = (name: string, advice: string): Finding => {
    const found = `${name}: ${shown(before[name])}, now ${shown(next.values[name])}`;
    return confirmed.includes(name)
      ? { weight: 'ok', about, found: `${found}, confirmed` }
      : { weight: 'BLOCKER', about, found, advice };
  };
  const findings = [
    ...Object.keys(dangerous)
      .filter((name) => isLost(name, before, next.values))
      .map((name) =>
        finding(
          name,
          `If you deploy, ${dangerous[name]}. Restore the setting, or add --confirm ${name}.`,
        ),
      ),
    ...(opensGap(before, next.values) ? [finding('domainName', twoSteps(stage, before))] : []),
  ];
  if (findings.length > 0) return findings;
  return [{ weight: 'ok', about, found: 'no protected setting is removed or changed' }];
}

/**
 * Whether the previous API stops serving pages and operators before their APIs exist behind the new name. Each is in
 * its own stack, and stacks are deployed in sequence.
 */
function opensGap(before: Settings, { domainName, oneApi }: Settings): boolean {
  return domainName !== undefined && domainName !== before['domainName'] && oneApi !== 'true';
}

function twoSteps(stage: string, { domainName }: Settings): string {
  // Links to the stage's own address still work.
  const own = domainName === undefined ? ' -c disableExecuteApiEndpoint=false' : '';
  return [
    'Pages and operators would get 404 until their stacks are deployed. Deploy twice, the second time when the new domain answers,',
    'or add --confirm domainName:',
    `  npm run deploy -- ${stage} -c oneApi=true${own}`,
    `  npm run deploy -- ${stage}`,
  ].join(`\n${''.padEnd(37)}`);
}

function isLost(name: string, before: Settings, next: Settings): boolean {
  const was = before[name];
  return was !== undefined && was !== 'false' && !isDeepStrictEqual(was, next[name]);
}

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
