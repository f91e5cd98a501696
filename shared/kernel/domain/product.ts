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
export type Product = (typeof products)[number];

/** The anchor of an error code on the errors page: `entity.name_taken` is `entityname_taken`. */
export function anchorOf(code: string): string {
  return code.replaceAll(/[^\w-]/g, '').toLowerCase();
}

/** The link to the documentation of an error code. `baseUrl` is this deployment's. */
export function documentationOf(code: string, baseUrl: string): string {
  return `${baseUrl}/docs/errors#${anchorOf(code)}`;
}
