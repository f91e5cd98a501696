import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Node } from 'constructs';
import * as z from 'zod';
import type { Branding } from '../shared/kernel/domain/branding.ts';
import { publishedFields } from '../shared/kernel/domain/published-field.ts';
import {
  LinksSetting,
  ReceiptIssuerSetting,
  RegisterSetting,
  TimeZoneSetting,
} from '../shared/kernel/settings/env.ts';
import type { ReviewTexts } from '../shared/reviews/domain/review-texts.ts';
import { brandingFile, readBranding } from './branding.ts';
import { readReviewTexts } from './review-texts.ts';
import { isSandbox } from './sandbox-setting.ts';

type Facts = Readonly<Record<string, string>>;

/**
 * A deployment's settings as variables of functions, grouped by the functions that need them: the template contains
 * each once.
 */
export interface DeploymentFacts {
  readonly ofAll: Facts;
  /** For functions that know the service's address (`ServiceEnvironment` in shared/kernel/settings/env.ts). */
  readonly ofService: Facts;
  /** For tasks that issue documents (`IssuerEnvironment`). */
  readonly ofIssuers: Facts;
  /** The jurisdiction's branding. Functions read it from the file in `BRANDING`. */
  readonly branding: Branding | undefined;
  /** Texts for reviewers. Functions read them from the file in `REVIEW_TEXTS`. */
  readonly reviewTexts: ReviewTexts | undefined;
}

/** Context settings and the variables that functions get from them. */
const facts = {
  fees: 'FEES',
  currency: 'CURRENCY',
  jurisdiction: 'JURISDICTION',
  authority: 'REGISTRY_AUTHORITY',
  links: 'SITE_LINKS',
  timeZone: 'TIME_ZONE',
  receiptIssuer: 'RECEIPT_ISSUER',
  publicRegister: 'PUBLIC_REGISTER',
  clientRegistration: 'CLIENT_REGISTRATION',
  clientDocuments: 'CLIENT_DOCUMENTS',
  registryName: 'REGISTRY_NAME',
  registryPlace: 'REGISTRY_PLACE',
  registrarName: 'REGISTRAR_NAME',
  documentCertificate: 'DOCUMENT_CERTIFICATE',
  documentKey: 'DOCUMENT_KEY',
  tokenAudience: 'TOKEN_AUDIENCE',
  shardRegistry: 'SHARD_REGISTRY',
  confirmationsFrom: 'CONFIRMATIONS_FROM',
};

/**
 * The context's settings; functions check them when they start. Throws for settings with which no function would start.
 * `folder` has the stage's file, next to the files of `branding`.
 */
export function deploymentFacts(
  node: Pick<Node, 'tryGetContext'>,
  folder: string,
): DeploymentFacts {
  if (!/^(true|false)$/.test(String(node.tryGetContext('shardRegistry') ?? 'false'))) {
    throw new Error('shardRegistry: true or false');
  }
  for (const name of ['clientRegistration', 'clientDocuments'] as const) {
    if (/^(true|false)$/.test(String(node.tryGetContext(name) ?? 'false'))) continue;
    throw new Error(`${name}: true or false`);
  }
  const residentClients = String(node.tryGetContext('residentClients') ?? isSandbox(node));
  if (!/^(true|false)$/.test(residentClients)) throw new Error('residentClients: true or false');
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(String(node.tryGetContext('confirmationsFrom') ?? '2000-01-01'))
  ) {
    throw new Error('confirmationsFrom: a day, such as 2027-01-01');
  }
  const read = (...names: readonly (keyof typeof facts)[]): Facts =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value: unknown = node.tryGetContext(name);
        if (value === undefined) return [];
        return [[facts[name], typeof value === 'string' ? value : JSON.stringify(value)]];
      }),
    );
  checkLinks(node.tryGetContext('links'));
  checkReceiptIssuer(node.tryGetContext('receiptIssuer'));
  checkTimeZone(node.tryGetContext('timeZone'));
  publishes(node);
  const branding = readBranding(node.tryGetContext('branding'), folder);
  const brandingVariable: Facts = branding ? { BRANDING: `/opt/${brandingFile}` } : {};
  return {
    branding,
    reviewTexts: readReviewTexts(node.tryGetContext('reviewTexts')),
    ofAll: read('tokenAudience', 'shardRegistry', 'confirmationsFrom'),
    ofService: {
      ...read(
        ...(['fees', 'currency', 'jurisdiction', 'authority', 'links', 'receiptIssuer'] as const),
        ...(['timeZone', 'publicRegister', 'clientRegistration', 'clientDocuments'] as const),
      ),
      ...(residentClients === 'true' && { RESIDENT_CLIENTS: 'true' }),
      ...brandingVariable,
    },
    ofIssuers: {
      ...read(
        ...(['jurisdiction', 'registryName', 'registryPlace', 'registrarName'] as const),
        ...(['documentCertificate', 'documentKey'] as const),
      ),
      ...brandingVariable,
    },
  };
}

/** Function variables and branding from a stage's file, for the local service. Throws like synthesis. */
export function factsOfFile(file: string): {
  readonly variables: Facts;
  readonly branding: Branding | undefined;
  readonly reviewTexts: ReviewTexts | undefined;
} {
  const settings = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')));
  const node = { tryGetContext: (name: string) => settings[name] };
  const { ofAll, ofService, ofIssuers, ...files } = deploymentFacts(node, dirname(file));
  return { variables: { ...ofAll, ...ofService, ...ofIssuers }, ...files };
}

/** Whether there is a public register. Throws on a setting with which no function would start. */
export function publishes(node: Pick<Node, 'tryGetContext'>): boolean {
  const setting: unknown = node.tryGetContext('publicRegister') ?? false;
  try {
    const text = typeof setting === 'string' ? setting : JSON.stringify(setting);
    return z.parse(RegisterSetting, text) !== undefined;
  } catch (error) {
    throw new Error(`publicRegister: true, false or a list of ${publishedFields.join(', ')}`, {
      cause: error,
    });
  }
}

/** An invalid issuer would prevent every function from starting. */
function checkReceiptIssuer(issuer: unknown): void {
  if (issuer === undefined) return;
  try {
    z.parse(ReceiptIssuerSetting, typeof issuer === 'string' ? issuer : JSON.stringify(issuer));
  } catch (error) {
    throw new Error('receiptIssuer: JSON with name, address and taxNumber', { cause: error });
  }
}

/** An unknown time zone would prevent every function from starting. */
function checkTimeZone(timeZone: unknown): void {
  if (timeZone === undefined || z.safeParse(TimeZoneSetting, timeZone).success) return;
  throw new Error('timeZone: an IANA time zone of a place, such as America/Tegucigalpa');
}

/** An invalid link would prevent every function from starting. */
function checkLinks(links: unknown): void {
  if (links === undefined) return;
  try {
    z.parse(LinksSetting, typeof links === 'string' ? links : JSON.stringify(links));
  } catch (error) {
    throw new Error(
      'links: JSON with help, privacy, documentation, status and security, each https:// or mailto:; contact, an email address; phone, such as +504 2200 0100; and hours, a text of 1 to 120 characters or one for each language',
      { cause: error },
    );
  }
}
