/** A page of the documentation: its path below `/docs`, and its source file. */
export interface GuideFile {
  readonly slug: string;
  /** Relative to the repository's root. */
  readonly file: string;
}

export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly GuideFile[];
}

const inDocs = (...slugs: readonly string[]): readonly GuideFile[] =>
  slugs.map((slug) => ({ slug, file: `docs/${slug}.md` }));

/** All pages of the documentation, in reading order. */
export const guideOrder: readonly GuideGroup[] = [
  {
    title: 'Start',
    guides: [
      ...inDocs('start', 'concepts', 'keys-and-scopes'),
      { slug: 'client', file: 'packages/client/README.md' },
      { slug: 'collections', file: 'docs/collections/README.md' },
    ],
  },
  {
    title: 'Guides',
    guides: inDocs(
      'incorporate-an-llc',
      'amendments',
      'certificates',
      'checkout-and-fees',
      'sign-in-with-the-registry',
      'verifiable-credentials',
      'partner-guide',
      'events-and-webhooks',
      'agents',
      'sandbox',
    ),
  },
  {
    title: 'Calling the API',
    guides: inDocs('idempotency-and-retries', 'rate-limits', 'errors', 'pagination'),
  },
  {
    title: 'Changes and support',
    guides: [
      ...inDocs('versioning'),
      { slug: 'changelog', file: 'CHANGELOG.md' },
      ...inDocs('status-and-support'),
    ],
  },
];

export const guideFiles: readonly GuideFile[] = guideOrder.flatMap(({ guides }) => guides);
