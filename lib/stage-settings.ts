import { existsSync, readFileSync } from 'node:fs';
import type { App } from 'aws-cdk-lib';
import { closest, distance } from 'fastest-levenshtein';
import * as z from 'zod';

/** Every setting of a deployment. docs/configuration.md says what each means. */
export const settingNames = [
  ...['stage', 'baseUrl', 'domainName', 'certificateArn', 'hostedZoneId', 'hostedZoneName'],
  ...['disableExecuteApiEndpoint', 'webAcl', 'accountConcurrency', 'budgetUsd', 'budgetMail'],
  ...['tags', 'trustedProxies', 'apiLogRole', 'canary', 'probe', 'probeSecret'],
  ...['backupCopyRegion', 'backupEveryHours', 'backupKeepDays', 'backupLock'],
  ...['restoredTable', 'restoredDocuments', 'evidenceMode', 'evidenceDays', 'retention'],
  ...['fees', 'currency', 'jurisdiction', 'keeper', 'links', 'receiptIssuer', 'publicRegister'],
  ...['clientRegistration', 'residentClients', 'tokenAudience', 'searchEngine', 'spreadRegistry'],
  ...['confirmationsFrom', 'mailDomain', 'mailFrom', 'mailFromName', 'reviewers', 'malwareScan'],
  ...['reviewApprovals', 'operatorApprovals', 'passkeyRpId', 'passkeyRpIdFormer', 'staffPasskeys'],
  ...['registryName', 'registryPlace', 'registrarName', 'documentCertificate', 'documentKey'],
  ...['tokenKeys', 'credentialCertificates', 'paymentProviders', 'sandbox'],
];

const StageFile = z.record(z.string(), z.unknown());

/**
 * Takes the settings of `stages/<stage>.json`, where there is such a file, for those that the command line does not give.
 *
 * Throws for a setting that there is not, wherever it is given, with the closest name: a firewall that is spelled wrong would
 * be a firewall that is not there. Throws for a file that is no object, or names another stage.
 */
export function takeStageSettings(app: App, folder: string): void {
  const stage = String(app.node.tryGetContext('stage') ?? 'dev');
  const file = `${folder}/${stage}.json`;
  if (/^[a-z][a-z0-9]*$/.test(stage) && existsSync(file)) {
    const settings = StageFile.parse(JSON.parse(readFileSync(file, 'utf8')));
    if ('stage' in settings && settings['stage'] !== stage) {
      throw new Error(`${file}: stage is ${settings['stage']}, and the file is of ${stage}`);
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
    throw new Error(`${name} is no setting${hint}`);
  }
}

/** Feature flags, looked-up values and switches of the CDK itself. */
function isOfCdk(name: string): boolean {
  return /[:@]/.test(name) || name === 'cli-telemetry';
}
