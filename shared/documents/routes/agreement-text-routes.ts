import * as z from 'zod/mini';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import * as documentErrors from '../errors/document-errors.ts';

export const showAgreementText = defineRoute({
  operationId: 'getAgreementText',
  method: 'GET',
  path: '/agreements/texts/{sha256}',
  entry: 'functions/pages/static.ts',
  summary: 'Read a signed agreement text by its digest',
  description:
    'Returns any text that people were asked to sign, current or not: Agreements of Coexistence and the Manifestation of Will. With `Accept: text/plain` and without `text/html`, you get the text itself; its SHA-256 in UTF-8 is the digest in the path. Otherwise you get a page. The text never changes, so you can cache it.',
  tag: 'Agreements',
  auth: { scheme: 'none' },
  // SHA-256 in hexadecimal. A malformed digest is treated as unknown.
  params: z.object({ sha256: z.string() }),
  produces: pageType,
  text: true,
  errors: [documentErrors.agreementTextNotFound],
  notFound: documentErrors.agreementTextNotFound,
  table: 'none',
  service: true,
  spec: '4.3',
});
