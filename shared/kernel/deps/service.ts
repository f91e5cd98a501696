import { readFileSync } from 'node:fs';
import { openSeal, type Seal } from '../auth/seal.ts';
import { openSharedSecrets } from '../aws/secrets.ts';
import type { Branding } from '../domain/branding.ts';
import type { Spoken } from '../domain/locale.ts';
import type { Fee, ReceiptIssuer } from '../domain/payment.ts';
import type { Product } from '../domain/product.ts';
import type { PublishedField } from '../domain/published-field.ts';
import type { SiteLinks } from '../pages/site.ts';
import { environment, SealingEnvironment, ServiceEnvironment } from '../settings/env.ts';
import { type CoreDeps, coreDeps } from './core.ts';

/** Facts of this deployment that callers see: where it answers, what things cost, where it is. */
export interface ServiceDeps extends CoreDeps, Spoken {
  /** Origin (and stage path, if any) of every link that is handed out; no slash at the end. */
  readonly baseUrl: string;
  readonly jurisdiction: string;
  /** The registry's keeper; absent: the jurisdiction itself. */
  readonly keeper?: string | undefined;
  /**
   * The issuer of receipts: name, address and tax number; absent, or without a name: the registry of the jurisdiction.
   */
  readonly receiptIssuer?: ReceiptIssuer | undefined;
  /** Where pages lead their readers outside the service. */
  readonly links?: SiteLinks | undefined;
  /** How the jurisdiction looks; absent: as delivered. */
  readonly branding?: Branding | undefined;
  /** The published fields of legal entities, in addition to name and number; absent: no public register. */
  readonly publicRegister?: readonly PublishedField[] | undefined;
  /** Whether clients register themselves, with a token of the operators’; absent: they don’t. */
  readonly clientRegistration?: boolean | undefined;
  /** Whether residents register applications for sign-in; absent: they don’t. */
  readonly residentClients?: boolean | undefined;
  fee(product: Product): Fee;
}

/** The composition root of functions that hand out links or make invoices. */
export function serviceDeps(): ServiceDeps {
  const { BASE_URL, JURISDICTION, FEES, CURRENCY, ...site } = environment(ServiceEnvironment);
  const branding = brandingOf(site.BRANDING);
  return {
    ...coreDeps(),
    branding,
    baseUrl: BASE_URL,
    jurisdiction: JURISDICTION,
    keeper: site.REGISTRY_KEEPER,
    links: site.SITE_LINKS,
    receiptIssuer: { ...addressed(branding), ...site.RECEIPT_ISSUER },
    publicRegister: site.PUBLIC_REGISTER,
    residentClients: site.RESIDENT_CLIENTS === 'true',
    clientRegistration: site.CLIENT_REGISTRATION === 'true',
    fee: (product) => ({ amountCents: FEES[product], currency: CURRENCY }),
  };
}

/** The registry's address, unless the setting of receipts has another one. */
function addressed(branding: Branding | undefined): ReceiptIssuer {
  const { address = [] } = branding ?? {};
  return address.length > 0 ? { address: address.join(', ') } : {};
}

/** Dependencies to have browsers keep something that they can't change. */
export interface SealingDeps extends ServiceDeps {
  readonly seal: Seal;
}

/** The composition root of functions that seal tokens or open them. */
export function sealingDeps(): SealingDeps {
  const deps = serviceDeps();
  const { SEAL_SECRET } = environment(SealingEnvironment);
  const secretsOf = openSharedSecrets(deps.now);
  return { ...deps, seal: openSeal(() => secretsOf(SEAL_SECRET), deps.now) };
}

/** How the jurisdiction looks, from the file that `lib/branding.ts` has checked and written; absent: as delivered. */
export function brandingOf(file: string | undefined): Branding | undefined {
  if (file === undefined) return undefined;
  const branding: Branding = JSON.parse(readFileSync(file, 'utf8'));
  return branding;
}
