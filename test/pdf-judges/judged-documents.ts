import { fileURLToPath } from 'node:url';
import { factsOfFile } from '../../lib/deployment-facts.ts';
import { defaultIssuer, type Issued } from '../../shared/documents/pdf/issued.ts';
import { sampleDocuments } from '../../shared/service/pdf/sample-documents.ts';
import { organizationWith, renderAll } from '../documents/extreme-documents.ts';

const examples = new URL('../../stages/examples/', import.meta.url);
/** For a crest with shapes of every kind. */
export const { branding } = factsOfFile(fileURLToPath(new URL('kestrel-isles.json', examples)));

const names = ['Łódź Ωmega Жук Nguyễn', '東京 🚀 شركة LLC', 'W'.repeat(200)];

/**
 * The samples; every document with names in several scripts and the longest addresses; and one with
 * many pages.
 */
export const judgedDocuments: readonly {
  readonly name: string;
  readonly render: (signed: Pick<Issued, 'signing'>) => Promise<Uint8Array>;
}[] = [
  ...sampleDocuments,
  ...names.flatMap((name, position) =>
    [0, 1, 2, 3, 4].map((kind) => ({
      name: `names-${position}-${kind}`,
      render: async (signed: Pick<Issued, 'signing'>) =>
        (await renderAll(name, 'W', signed))[kind] ?? new Uint8Array(),
    })),
  ),
  {
    name: 'branded',
    render: (signed) => organizationWith(3, { ...signed, issuer: { ...defaultIssuer, branding } }),
  },
  { name: 'many-pages', render: (signed) => organizationWith(200, signed) },
  {
    name: 'specimen',
    render: (signed) =>
      organizationWith(200, { ...signed, issuer: { ...defaultIssuer, isSandbox: true } }),
  },
];
