import { existsSync, readFileSync } from 'node:fs';
import type { App } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import { closest, distance } from 'fastest-levenshtein';
import * as z from 'zod';

/** Every setting of a deployment. docs/configuration.md explains them. */
export const settingNames = [
  ...['stage', 'baseUrl', 'domainName', 'certificateArn', 'hostedZoneId', 'hostedZoneName'],
  ...[
    'disableExecuteApiEndpoint',
    'webAcl',
    'accountConcurrency',
    'budgetUsd',
    'budgetMail',
    'alarmPage',
    'alarmTicket',
  ],
  ...[
    'throttle',
    'operatorNetworks',
    'oneApi',
    'tags',
    'tableRights',
    'trustedProxies',
    'apiLogRole',
    'canary',
    'probe',
    'probeSecret',
  ],
  ...['backupCopyRegion', 'backupEveryHours', 'backupKeepDays', 'backupLock'],
  'encryptionKey',
  ...['restoredTable', 'restoredDocuments', 'evidenceMode', 'evidenceDays', 'retention'],
  ...[
    'fees',
    'currency',
    'jurisdiction',
    'authority',
    'links',
    'timeZone',
    'receiptIssuer',
    'branding',
    'publicRegister',
    'documentReads',
  ],
  ...['clientRegistration', 'clientDocuments', 'residentClients', 'tokenAudience'],
  ...['searchEngine', 'shardRegistry'],
  ...['confirmationsFrom', 'mailDomain', 'mailFrom', 'mailFromName', 'reviewers', 'malwareScan'],
  ...[
    'reviewApprovals',
    'reviewTexts',
    'operatorApprovals',
    'passkeyRpId',
    'previousPasskeyRpId',
    'staffPasskeys',
  ],
  ...['registryName', 'registryPlace', 'registrarName', 'documentCertificate', 'documentKey'],
  ...['tokenKeys', 'credentialCertificates', 'paymentProviders', 'sandbox'],
];

/** The settings that `prod` must set, and their valid values: `false` means no. */
const questions: Readonly<Record<string, string>> = {
  webAcl: '"true", the ARN of a web ACL, or "false": the firewall',
  malwareScan: '"true" or "false": whether uploads are scanned',
  backupCopyRegion: 'a Region such as "eu-west-1", or "false": where backups are copied to',
  retention: 'days such as {"visitorPasses": 365}, or "false": what is erased',
  accountConcurrency: 'a number such as "1000", or "false": the account’s concurrent executions',
  budgetUsd: 'dollars a month such as "300", with budgetMail, or "false": when costs are reported',
  alarmPage:
    'email addresses separated by commas, or "false": who gets the alarms that need someone now',
  alarmTicket: 'email addresses, or "false": who gets the alarms that can wait',
};

/** Settings that have no value `false`: it means the same as leaving them out. */
const leftOutByFalse = [
  ...['backupCopyRegion', 'retention', 'accountConcurrency', 'budgetUsd', 'alarmPage'],
  'alarmTicket',
];

const StageFile = z.record(z.string(), z.unknown());

/**
 * Applies the settings of `stages/<stage>.json`, if the file exists, unless the command line gives them.
 *
 * Throws for an unknown setting, wherever it is given, with the closest name: a misspelled firewall setting would leave
 * the firewall out. Throws for a file that is not an object or names another stage, and for a `prod` that leaves one of
 * `questions` open.
 */
export function takeStageSettings(app: App, folder: string): void {
  const stage = String(app.node.tryGetContext('stage') ?? 'dev');
  const file = `${folder}/${stage}.json`;
  if (/^[a-z][a-z0-9]*$/.test(stage) && existsSync(file)) {
    const settings = StageFile.parse(JSON.parse(readFileSync(file, 'utf8')));
    if ('stage' in settings && settings['stage'] !== stage) {
      throw new Error(`${file}: stage is ${settings['stage']}, but the file is for ${stage}`);
    }
    for (const [name, value] of Object.entries(settings)) {
      if (app.node.tryGetContext(name) === undefined) {
        app.node.setContext(name, typeof value === 'object' ? value : String(value));
      }
    }
  }
  for (const name of Object.keys(
    z.record(z.string(), z.unknown()).parse(app.node.getAllContext()),
  )) {
    if (isOfCdk(name) || settingNames.includes(name)) continue;
    const near = closest(name, settingNames);
    const hint =
      distance(name.toLowerCase(), near.toLowerCase()) <= 3 ? `: do you mean ${near}?` : '';
    throw new Error(`${name} is not a setting${hint}`);
  }
  const open = Object.entries(questions).filter(
    ([name]) => app.node.tryGetContext(name) === undefined,
  );
  if (stage === 'prod' && open.length > 0) {
    const lines = open.map(([name, answer]) => `  "${name}": ${answer}`);
    throw new Error(`stage prod needs these settings. Add them to ${file}:\n${lines.join('\n')}`);
  }
  for (const name of leftOutByFalse) {
    if (String(app.node.tryGetContext(name)) === 'false') app.node.setContext(name, undefined);
  }
}

/**
 * The settings of this deployment as JSON: those given, overridden by those in effect. A later deployment is compared
 * with it before it starts: `admin/preflight/judge-settings.ts`.
 */
export function settingsInEffect(
  node: Node,
  inEffect: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const given = settingNames.map((name): [string, unknown] => [name, node.tryGetContext(name)]);
  const all = Object.entries({ ...Object.fromEntries(given), ...inEffect })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'object' ? value : String(value)])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  return JSON.stringify(Object.fromEntries(all));
}

/** Feature flags, looked-up values and switches of the CDK itself. */
function isOfCdk(name: string): boolean {
  return /[:@]/.test(name) || name === 'cli-telemetry';
}
