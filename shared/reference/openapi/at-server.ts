import { isTestHelperPath } from '../../kernel/http/page-paths.ts';
import type { OpenApiDocument } from './document.ts';
import { guidePrefix } from './tags.ts';

/**
 * The description as a deployment serves it, with its own address as the server's and the contact's, and in the
 * URLs of OAuth and of guides, which are relative otherwise. `baseUrl` may have a path, such as a stage's, but no slash at
 * the end. Test helpers are in it only where the deployment is a sandbox.
 */
export function atServer(
  document: OpenApiDocument,
  baseUrl: string,
  isSandbox = false,
): OpenApiDocument {
  const schemes = JSON.stringify(document.components.securitySchemes, (key, value: unknown) =>
    /url$/i.test(key) && typeof value === 'string' && value.startsWith('/')
      ? `${baseUrl}${value}`
      : value,
  );
  const shown = isSandbox ? document : withoutTestHelpers(document);
  return {
    ...shown,
    tags: shown.tags.map((tag) => ({
      ...tag,
      ...(tag.description !== undefined && {
        description: tag.description.replaceAll(`](${guidePrefix}`, `](${baseUrl}${guidePrefix}`),
      }),
    })),
    info: {
      ...document.info,
      contact: { ...document.info.contact, url: `${baseUrl}/` },
    },
    servers: [{ url: baseUrl, description: 'This deployment.' }],
    components: {
      ...document.components,
      securitySchemes: JSON.parse(schemes),
    },
  };
}

/** Their schemas stay: nothing else refers to them, and no reader sees them. */
function withoutTestHelpers(document: OpenApiDocument): OpenApiDocument {
  const others = Object.entries(document.paths).filter(([path]) => !isTestHelperPath(path));
  return {
    ...document,
    tags: document.tags.filter(({ name }) => name !== 'Sandbox'),
    paths: Object.fromEntries(others),
  };
}
