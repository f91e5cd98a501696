import { readFileSync } from 'node:fs';
import { openSeal, type Seal } from '../auth/seal.ts';
import { openSharedSecrets } from '../aws/secrets.ts';
import type { Branding } from '../domain/branding.ts';
import type { Localized } from '../domain/locale.ts';
import type { Fee, ReceiptIssuer } from '../domain/payment.ts';
import type { Product } from '../domain/product.ts';
import type { PublishedField } from '../domain/published-field.ts';
import type { SiteLinks } from '../pages/page-context.ts';
import { environment, SealingEnvironment, ServiceEnvironment } from '../settings/env.ts';
import { type CoreDeps, coreDeps } from './core.ts';

/** Deployment facts that callers see: URLs, prices, jurisdiction. */
export interface ServiceDeps extends CoreDeps, Localized {
  /**
   * The base URL of every link in responses and emails: origin, and stage path if any; no trailing
   * slash.
   */
  readonly baseUrl: string;
  readonly jurisdiction: string;
  /** The organisation that runs the registry; default: the jurisdiction itself. */
  readonly authority?: string | undefined;
  /**
   * The issuer of receipts: name, address and tax number; default, or without a name: the registry
   * of the jurisdiction.
   */
  readonly receiptIssuer?: ReceiptIssuer | undefined;
  /** Links from pages to other sites. */
  readonly links?: SiteLinks | undefined;
  /** The jurisdiction's branding; default: the one that ships with the software. */
  readonly branding?: Branding | undefined;
  /**
   * The published fields of legal entities in addition to name and number; default: no public
   * register.
   */
  readonly publicRegister?: readonly PublishedField[] | undefined;
  /** Whether clients can register themselves with an operator’s token; default: false. */
  readonly clientRegistration?: boolean | undefined;
  /** Whether assistants can connect with the address of their metadata as `client_id`; default: true. */
  readonly clientDocuments?: boolean | undefined;
  /** Whether residents can register applications for sign-in; default: false. */
  readonly residentClients?: boolean | undefined;
  fee(product: Product): Fee;
}

/** The composition root of functions that create links or invoices. */
export function serviceDeps(): ServiceDeps {
  const { BASE_URL, JURISDICTION, FEES, CURRENCY, ...site } = environment(ServiceEnvironment);
  const branding = brandingOf(site.BRANDING);
  return {
    ...coreDeps(),
    branding,
    baseUrl: BASE_URL,
    jurisdiction: JURISDICTION,
    authority: site.REGISTRY_AUTHORITY,
    links: site.SITE_LINKS,
    timeZone: site.TIME_ZONE,
    receiptIssuer: { ...addressed(branding), ...site.RECEIPT_ISSUER },
    publicRegister: site.PUBLIC_REGISTER,
    residentClients: site.RESIDENT_CLIENTS === 'true',
    clientRegistration: site.CLIENT_REGISTRATION === 'true',
    clientDocuments: site.CLIENT_DOCUMENTS === 'true',
    fee: (product) => ({ amountCents: FEES[product], currency: CURRENCY }),
  };
}

/**
 * The receipt issuer with the registry's postal address, unless the receipt setting has its own.
 */
function addressed(branding: Branding | undefined): ReceiptIssuer {
  const { address = [] } = branding ?? {};
  return address.length > 0 ? { address: address.join(', ') } : {};
}

/** Dependencies for tokens that browsers store and can't change. */
export interface SealingDeps extends ServiceDeps {
  readonly seal: Seal;
}

/** The composition root of functions that seal or open tokens. */
export function sealingDeps(): SealingDeps {
  const deps = serviceDeps();
  const { SEAL_SECRET } = environment(SealingEnvironment);
  const secretsOf = openSharedSecrets(deps.now);
  return { ...deps, seal: openSeal(() => secretsOf(SEAL_SECRET), deps.now) };
}

/**
 * The jurisdiction's branding, from the file that `lib/branding.ts` has checked and written;
 * absent: the default branding.
 */
export function brandingOf(file: string | undefined): Branding | undefined {
  if (file === undefined) return undefined;
  const branding: Branding = JSON.parse(readFileSync(file, 'utf8'));
  return branding;
}
