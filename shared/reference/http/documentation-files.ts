import { gunzippedAsset } from '../../web/http/compressed.ts';
import { once } from '../../web/http/once.ts';
import type { Documentation } from '../domain/search-documentation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';

/** For all pages of the documentation, which change only with a deployment. */
export const documentationCaching = 'public, max-age=300';

/** A file of `npm run generate`, which the build puts next to the bundled function. */
const generated = (name: string) =>
  once(() =>
    gunzippedAsset(
      new URL(`./${name}.gz`, import.meta.url),
      new URL(`../../../docs/${name}`, import.meta.url),
    ),
  );

/** The address in the files of the guides, that of `npm start`. */
const addressOfGuides = 'http://localhost:3000';

/** Replaces the address in the guides with this deployment's, so that readers can copy commands. */
export function withOwnAddress(text: string, { baseUrl }: { readonly baseUrl: string }): string {
  return text.replaceAll(addressOfGuides, baseUrl);
}

const readGuides = generated('guides.json');
const readOpenApi = generated('openapi.json');

/** The description of the whole API, for the pages of the reference. */
export const readDescription = once(async () => JSON.parse(await readOpenApi()) as OpenApiDocument);

/** Cached by the deployment's address; a function has only one. */
const documentations = new Map<string, Documentation>();

/** All pages of the documentation, with the address of this deployment. */
export async function readDocumentation(site: {
  readonly baseUrl: string;
}): Promise<Documentation> {
  const known = documentations.get(site.baseUrl);
  if (known !== undefined) return known;
  // The build wrote it, and a URL needs no escaping in JSON.
  const read = JSON.parse(withOwnAddress(await readGuides(), site)) as Documentation;
  documentations.set(site.baseUrl, read);
  return read;
}
