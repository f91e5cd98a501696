import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { compressedAsset } from '../../web/http/compressed.ts';
import type { RawResponse } from '../../web/http/request.ts';
import { withOwnAddress } from './documentation-files.ts';

/** The client package as `npm pack` writes it. The build puts it beside the function; `npm start` has none. */
export const clientFile = 'resident-registry-client.tgz';

/** Other files for download from the guides, with their paths in the project. */
export const guideFiles: Readonly<Record<string, string>> = {
  'guide.sh': 'examples/guide.sh',
  'person.ts': 'examples/oauth-client/person.ts',
  'web.ts': 'examples/oauth-client/web.ts',
  'device.ts': 'examples/oauth-client/device.ts',
  'receiver.ts': 'examples/webhooks/receiver.ts',
  'forward.ts': 'examples/webhooks/forward.ts',
};

/** A file of the guides, with this deployment's address in programs. Error: 404. */
export async function readGuideFile(
  name: string,
  site: { readonly baseUrl: string },
): Promise<RawResponse> {
  const isKnown = name === clientFile || Object.hasOwn(guideFiles, name);
  if (!isKnown) throw apiErrors.guideNotFound();
  const built = new URL(`./files/${name}.gz`, import.meta.url);
  const source = new URL(`../../../${guideFiles[name] ?? `dist/${name}`}`, import.meta.url);
  const bytes = await gunzippedBytes(built, source);
  const content = name === clientFile ? bytes : Buffer.from(withOwnAddress(String(bytes), site));
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/octet-stream' },
    body: content.toString('base64'),
    isBase64Encoded: true,
  };
}

async function gunzippedBytes(built: URL, source: URL): Promise<Buffer> {
  try {
    return await promisify(gunzip)(await compressedAsset(built, source));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw apiErrors.guideNotFound();
    }
    throw error;
  }
}
