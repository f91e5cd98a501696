import { writeFileSync } from 'node:fs';
import { describeApi } from '../shared/reference/openapi/document.ts';
import { routes } from '../shared/service/routes/route-table.ts';

export const openApiFile = new URL('../docs/openapi.json', import.meta.url);

/** The text of docs/openapi.json, from the current route table. */
export function openApiText(): string {
  return `${JSON.stringify(describeApi(routes), null, 2)}\n`;
}

if (import.meta.main) writeFileSync(openApiFile, openApiText());
