import * as z from 'zod/mini';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import * as documentErrors from '../errors/document-errors.ts';

export const showAgreementText = defineRoute({
  operationId: 'getAgreementText',
  method: 'GET',
  path: '/agreements/texts/{sha256}',
  entry: 'functions/pages/static.ts',
  summary: 'Read the text that the digest of a signature stands for',
  description:
    'Every text that anybody was ever asked to sign: Agreements of Coexistence and the Manifestation of Will, in force or not. With `Accept: text/plain`, and without `text/html`, the answer is the text itself, whose SHA-256 in UTF-8 is the one in the path; otherwise it is a page. It never changes, and may be kept.',
  tag: 'Agreements',
  auth: { scheme: 'none' },
  // Its SHA-256, hexadecimal. A malformed digest is that of no text.
  params: z.object({ sha256: z.string() }),
  produces: pageType,
  text: true,
  errors: [documentErrors.agreementTextNotFound],
  notFound: documentErrors.agreementTextNotFound,
  table: 'none',
  service: true,
  spec: '4.3',
});
