import { readFileSync, writeFileSync } from 'node:fs';
import type {
  Documentation,
  ReferencedOperation,
} from '../shared/reference/domain/search-documentation.ts';
import { describeApi } from '../shared/reference/openapi/document.ts';
import { groupOf } from '../shared/reference/openapi/tags.ts';
import { routes } from '../shared/service/routes/route-table.ts';
import { guideOrder } from './guides/order.ts';
import { renderGuide } from './guides/render.ts';

export const documentationFile = new URL('../docs/guides.json', import.meta.url);

/** All operations, with their places on the pages of the reference. */
function referencedOperations(): readonly ReferencedOperation[] {
  return Object.entries(describeApi(routes).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([
        name,
        {
          summary,
          tags: [tag = ''],
        },
      ]) => {
        const method = name.toUpperCase();
        const place = `reference/${groupOf(tag)}#${method}${path}`;
        return { title: summary, method, path, place };
      },
    ),
  );
}

/** The text of docs/guides.json: the guides as the service shows them at `/docs`. */
export function documentationText(): string {
  const operations = referencedOperations();
  const places = new Map(
    operations.map(({ method, path, place }) => [`${method} ${path}`, place] as const),
  );
  const groups = guideOrder.map(({ title, guides }) => ({
    title,
    guides: guides.map((guide) => {
      const markdown = readFileSync(new URL(`../${guide.file}`, import.meta.url), 'utf8');
      return renderGuide(guide, markdown, places);
    }),
  }));
  return `${JSON.stringify({ groups, operations } satisfies Documentation, null, 1)}\n`;
}

if (import.meta.main) writeFileSync(documentationFile, documentationText());
