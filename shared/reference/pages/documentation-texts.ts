import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import {
  type Documentation,
  type Guide,
  guidesOf,
  summaryOf,
} from '../domain/search-documentation.ts';

/** A page as Markdown with absolute links, so that it can be read anywhere. */
export function markdownOf({ baseUrl }: Pick<PageContext, 'baseUrl'>, { markdown }: Guide): string {
  return markdown.replaceAll('](/', `](${baseUrl}/`);
}

/** The index of the documentation for language models, as https://llmstxt.org describes it. */
export function llmsText(context: PageContext, all: Documentation): string {
  const { baseUrl, jurisdiction, isSandbox } = context;
  const groups = all.groups.map(
    ({ title, guides }) =>
      `## ${title}\n\n${guides
        .map(
          (guide) => `- [${guide.title}](${baseUrl}/docs/${guide.slug}.md): ${summaryOf(guide)}\n`,
        )
        .join('')}`,
  );
  return `# ${jurisdiction}: resident registry

> HTTP and JSON API of the registry of residents and legal entities of ${jurisdiction}.

- All paths are relative to ${baseUrl}.
- ${isSandbox === true ? 'This is a test environment: filings are not real and no money is charged.' : 'This is not a test environment: filings and payments are real. Test helpers return 404.'}
- Residents create API keys in the portal, at ${baseUrl}/portal/developer. Send a key as \`Authorization: Bearer <key>\`. An AI agent gets an Agent Key with the scopes that it needs.
- Only a person can sign. If \`nextSteps\` has a link, give it to the person concerned and wait.

${groups.join('\n')}
## Reference

- [All operations](${baseUrl}/api/v1/openapi.json): OpenAPI 3.1.
- [All pages in one text](${baseUrl}/llms-full.txt): everything in one file.
`;
}

export function llmsFullText(context: PageContext, all: Documentation): string {
  return guidesOf(all)
    .map(
      (guide) => `<!-- ${context.baseUrl}/docs/${guide.slug} -->\n\n${markdownOf(context, guide)}`,
    )
    .join('\n');
}

/** Allows search engines the documentation and the home page. Everything else needs a sign-in or is secret. */
export function robotsText(context: PageContext): string {
  const hidden = ['/admin/', '/api/', '/checkout/', '/oauth/', '/portal', '/sign/'] as const;
  return `User-agent: *
Allow: ${href(context, '/api/v1/openapi.json')}
Allow: ${href(context, '/admin/v1/openapi.json')}
${hidden.map((path) => `Disallow: ${href(context, path)}\n`).join('')}
Sitemap: ${context.baseUrl}/sitemap.xml
`;
}

export function sitemapText({ baseUrl }: Pick<PageContext, 'baseUrl'>, all: Documentation): string {
  const groups = new Set(all.operations.map(({ place }) => place.replace(/#.*/, '')));
  const slugs = ['reference', ...groups, ...guidesOf(all).map(({ slug }) => slug)];
  const places = ['/docs', ...slugs.map((slug) => `/docs/${slug}`)];
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.map((path) => `<url><loc>${escaped(baseUrl + path)}</loc></url>\n`).join('')}</urlset>
`;
}
