import type { Product } from '../../kernel/domain/product.ts';

/** What is reviewed, as a heading names it. */
export const subjectWords: Readonly<Record<Product, string>> = {
  legal_entity_application: 'Application for a legal entity',
  amendment: 'Amendment of a legal entity',
  certificate_request: 'Request for a Certificate of Good Standing',
  residency_application: 'Application for residency',
};
