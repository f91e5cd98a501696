import { isDeepStrictEqual } from 'node:util';
import type { Account } from './account.ts';
import type { Finding } from './finding.ts';
import type { Deployment, Settings } from './read-deployment.ts';

/** What happens when a deployment drops or changes one of these settings. */
const dangerous: Readonly<Record<string, string>> = {
  restoredTable: 'the registry continues with another table, without what was written since',
  restoredDocuments: 'the service continues with another bucket, and misses the files of this one',
  evidenceMode: 'new copies of evidence are locked in another way',
  evidenceDays: 'new copies of evidence are locked for another time',
  encryptionKey: 'what was written so far needs the previous key: keep it',
  backupCopyRegion: 'backups are no longer copied there',
  backupEveryHours: 'backups are made more or less often',
  backupKeepDays: 'backups are kept for another time',
  backupLock: 'backups are locked in another way',
  passkeyRpId: 'all passkeys are lost',
  malwareScan: 'uploads are opened unscanned, and those that wait for their scan stay shut',
  webAcl: 'the firewall is removed or replaced',
  operatorNetworks: 'other networks reach the operators’ API, or none of yours does',
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
    const found = `those of the last deployment are not known: ${settings.unknown}`;
    const advice = `Ask as someone with ssm:GetParameter on ${next.parameter}: nothing else notices a setting that was forgotten.`;
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
        finding(name, `Then ${dangerous[name]}. Put it back, or add --confirm ${name}.`),
      ),
    ...(opensGap(before, next.values) ? [finding('domainName', twoSteps(stage, before))] : []),
  ];
  if (findings.length > 0) return findings;
  return [{ weight: 'ok', about, found: 'none that is dangerous to change goes or changes' }];
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
    'Then pages and operators get 404 until their stacks are there. Deploy twice, the second time when the new name answers,',
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
