import type { OpenApiDocument } from './document.ts';

/**
 * The description as a deployment serves it, with its own address as the server's and the contact's, and in the
 * URLs of OAuth, which are relative otherwise. `baseUrl` may have a path, such as a stage's, but no slash at
 * the end.
 */
export function atServer(document: OpenApiDocument, baseUrl: string): OpenApiDocument {
  const schemes = JSON.stringify(document.components.securitySchemes, (key, value: unknown) =>
    /url$/i.test(key) && typeof value === 'string' && value.startsWith('/')
      ? `${baseUrl}${value}`
      : value,
  );
  return {
    ...document,
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
