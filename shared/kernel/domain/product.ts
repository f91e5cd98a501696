/** What vouchers can pay for; also the types of the things that have an invoice. */
export const products = [
  'legal_entity_application',
  'amendment',
  'certificate_request',
  'residency_application',
] as const;
export type Product = (typeof products)[number];
