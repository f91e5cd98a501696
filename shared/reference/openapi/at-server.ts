import { isTestHelperPath } from '../../kernel/http/page-paths.ts';
import { onlyOperations } from './audiences.ts';
import type { OpenApiDocument } from './document.ts';
import { guidePrefix } from './tags.ts';

/**
 * The description as served by a deployment: with its address as server and contact, and in the URLs of OAuth and
 * guides. `baseUrl` may have a path, such as a stage's, but no slash at the end. Test helpers are included only in a
 * sandbox.
 */
export function atServer(
  document: OpenApiDocument,
  baseUrl: string,
  isSandbox = false,
): OpenApiDocument {
  const linked = (text: string) =>
    text.replaceAll(`](${guidePrefix}`, `](${baseUrl}${guidePrefix}`);
  const shown = isSandbox
    ? document
    : onlyOperations(document, (_, path) => !isTestHelperPath(path));
  const schemes = JSON.stringify(shown.components.securitySchemes, (key, value: unknown) =>
    /url$/i.test(key) && typeof value === 'string' && value.startsWith('/')
      ? `${baseUrl}${value}`
      : value,
  );
  return {
    ...shown,
    tags: shown.tags.map((tag) => ({
      ...tag,
      ...(tag.description !== undefined && {
        description: linked(tag.description),
      }),
    })),
    info: {
      ...document.info,
      description: linked(document.info.description),
      contact: { ...document.info.contact, url: `${baseUrl}/` },
    },
    servers: [{ url: baseUrl, description: 'This deployment.' }],
    components: {
      ...shown.components,
      securitySchemes: JSON.parse(schemes),
    },
  };
}
