import type { Fee } from '../domain/fee.ts';
import type { Spoken } from '../domain/locale.ts';
import type { Product } from '../domain/product.ts';
import type { PublishedField } from '../domain/published-field.ts';
import type { ReceiptIssuer } from '../domain/receipt.ts';
import type { SiteLinks } from '../pages/site.ts';
import { environment, ServiceEnvironment } from '../settings/env.ts';
import { type CoreDeps, coreDeps } from './core.ts';

/** Facts of this deployment that callers see: where it answers, what things cost, where it is. */
export interface ServiceDeps extends CoreDeps, Spoken {
  /** Origin (and stage path, if any) of every link that is handed out; no slash at the end. */
  readonly baseUrl: string;
  readonly jurisdiction: string;
  /** Who keeps the registry; absent: the jurisdiction itself. */
  readonly keeper?: string | undefined;
  /** Who issues receipts: name, address and tax number; absent, or without a name: the registry of the jurisdiction. */
  readonly receiptIssuer?: ReceiptIssuer | undefined;
  /** Where pages lead their readers outside the service. */
  readonly links?: SiteLinks | undefined;
  /** What the public register says of legal entities, beside name and number; absent: there is none. */
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
  return {
    ...coreDeps(),
    baseUrl: BASE_URL,
    jurisdiction: JURISDICTION,
    keeper: site.REGISTRY_KEEPER,
    links: site.SITE_LINKS,
    receiptIssuer: site.RECEIPT_ISSUER,
    publicRegister: site.PUBLIC_REGISTER,
    residentClients: site.RESIDENT_CLIENTS === 'true',
    clientRegistration: site.CLIENT_REGISTRATION === 'true',
    fee: (product) => ({ amountCents: FEES[product], currency: CURRENCY }),
  };
}
