import type { Product } from '../../kernel/domain/product.ts';
import { words } from '../../kernel/pages/words.ts';

/** What is reviewed, as a heading of the staff names it. */
export const subjectWords: Readonly<Record<Product, string>> = {
  legal_entity_application: 'Application for a legal entity',
  amendment: 'Amendment of a legal entity',
  certificate_request: 'Request for a Certificate of Good Standing',
  residency_application: 'Application for residency',
};

/** The same for whoever applied. */
export const subjectIn = words({
  en: subjectWords,
  es: {
    legal_entity_application: 'Solicitud de una persona jurídica',
    amendment: 'Modificación de una persona jurídica',
    certificate_request: 'Solicitud de un Certificado de vigencia',
    residency_application: 'Solicitud de residencia',
  },
});
