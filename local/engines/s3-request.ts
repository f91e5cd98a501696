import type { IncomingMessage } from 'node:http';
import type { WireRequest } from './sigv4.ts';

/** The bucket and key in a path-style URL; the key of a bucket itself is empty. */
export type Target = { readonly bucket: string; readonly key: string };

/** The signed parts of a request, without decoding what is signed encoded. */
export function toWireRequest(request: IncomingMessage): WireRequest {
  const [path = '/', search = ''] = (request.url ?? '/').split('?', 2);
  const query: Record<string, string | string[]> = {};
  const parameters = new URLSearchParams(search);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return { method: request.method ?? 'GET', path, query, headers: Object.fromEntries(headers) };
}

/** Splits a path-style address. Undefined if it names no bucket or is badly encoded. */
export function readTarget(path: string): Target | undefined {
  try {
    const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodeURIComponent(path)) ?? [];
    return bucket === '' ? undefined : { bucket, key };
  } catch {
    return undefined;
  }
}

/** A header, or the query parameter that a presigned URL has instead. */
export function parameterOf({ headers, query }: WireRequest, name: string): string | undefined {
  if (headers[name] !== undefined) return headers[name];
  const found = Object.keys(query).find((each) => each.toLowerCase() === name);
  return found === undefined ? undefined : String(query[found]);
}
