import { each } from './fields.ts';

/** The products that vouchers can pay for, which are also the types of items with an invoice. */
export const products = [
  'legal_entity_application',
  'amendment',
  'certificate_request',
  'residency_application',
] as const;
/** The kinds of items that store the state of these products, as the route table names them. */
export const productItems = [
  'amendment',
  'application',
  'certificateRequest',
  'residencyApplication',
] as const;
/** Those that residents and their keys can pay and submit. */
export const residentItems = ['amendment', 'application', 'certificateRequest'] as const;
export type Product = (typeof products)[number];

/** A record with the same value for each product. */
export function forEachProduct<T>(value: T): Record<Product, T> {
  return each(products, value);
}

/** The default fees in cents. */
export const defaultFees: Readonly<Record<Product, number>> = {
  legal_entity_application: 30_000,
  amendment: 15_000,
  certificate_request: 2_500,
  residency_application: 13_000,
};

/** The anchor of an error code on the errors page: `entity.name_taken` is `entityname_taken`. */
export function anchorOf(code: string): string {
  return code.replaceAll(/[^\w-]/g, '').toLowerCase();
}

/** The link to the documentation of an error code. `baseUrl` is this deployment's. */
export function documentationOf(code: string, baseUrl: string): string {
  return `${baseUrl}/docs/errors#${anchorOf(code)}`;
}
