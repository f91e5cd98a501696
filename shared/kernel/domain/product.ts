/** Items that vouchers can pay for; also the types of items with an invoice. */
export const products = [
  'legal_entity_application',
  'amendment',
  'certificate_request',
  'residency_application',
] as const;
export type Product = (typeof products)[number];

/** The anchor of a code on the page of errors: `entity.name_taken` is `entityname_taken`. */
export function anchorOf(code: string): string {
  return code.replaceAll(/[^\w-]/g, '').toLowerCase();
}

/** The link to what a code means and what to do about it. `baseUrl`: where this deployment answers. */
export function documentationOf(code: string, baseUrl: string): string {
  return `${baseUrl}/docs/errors#${anchorOf(code)}`;
}
