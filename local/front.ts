import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { RequestUrl } from './proxy-event.ts';

/** A proxy in front of the service that speaks TLS: a tunnel or another program on this machine. */
export interface Front {
  /** `https://` and a host, without a slash at the end: the prefix of links. */
  readonly url: string;
  readonly host: string;
}

/**
 * Reads `--base-url`. Throws one sentence for an invalid address: cookies apply to a whole host, and browsers keep them
 * only over https.
 */
export function readFront(text: string): Front {
  const url = URL.parse(text);
  const isHost = url?.protocol === 'https:' && url.href === `${url.origin}/` && url.hostname !== '';
  if (url === null || !isHost) {
    throw new Error(
      `--base-url ${text} can't be used: give https:// and a host, without a path, such as https://registry.example.com.`,
    );
  }
  return { url: url.origin, host: url.host };
}

export function isHostOf(front: Front, host: string | undefined): boolean {
  return host?.toLowerCase().replace(/:443$/, '') === front.host;
}

/** The client's address: the last one, which the front has added. Anyone can forge those before it. */
export function addressBehind({ headers, socket }: IncomingMessage): string {
  const last = [headers['x-forwarded-for']].flat().at(-1)?.split(',').at(-1)?.trim() ?? '';
  return isIP(last) ? last : (socket.remoteAddress ?? '127.0.0.1');
}

const documentsPath = '/local/documents';

/**
 * An answer for outside callers: links to documents point to the front instead of the engine, which answers only on
 * this machine.
 */
export function seenFromOutside(
  front: Front,
  documents: string,
  result: APIGatewayProxyResult,
): APIGatewayProxyResult {
  if (result.isBase64Encoded) return result;
  const turn = (text: string) => text.replaceAll(`${documents}/`, `${front.url}${documentsPath}/`);
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? turn(value) : value,
  ]);
  return { ...result, headers: Object.fromEntries(headers), body: turn(result.body) };
}

/** Headers of a document that are passed on from the engine. */
const kept = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
];
/** Types that browsers show without running content. Others share this origin here, so they are sandboxed. */
const inert = /^(application\/pdf|image\/(jpeg|png)|text\/plain)\b/;

/**
 * `GET /local/documents/…`: serves the document of a signed link. The engine checks the link's signature and expiry.
 * Returns true if it answers the request.
 */
export function answerDocument(
  documents: string,
  url: RequestUrl,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method = '' } = request;
  if (!url.pathname.startsWith(`${documentsPath}/`) || !/^(GET|HEAD)$/.test(method)) return false;
  const target = documents + (request.url ?? '').slice(documentsPath.length);
  const { range } = request.headers;
  httpRequest(target, { method, headers: range === undefined ? {} : { range } }, (answer) => {
    const type = answer.headers['content-type'] ?? '';
    response.writeHead(answer.statusCode ?? 502, {
      ...Object.fromEntries(kept.flatMap((name) => headerOf(answer, name))),
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(!inert.test(type) && { 'content-security-policy': "default-src 'none'; sandbox" }),
    });
    answer.pipe(response);
  })
    .on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    .end();
  return true;
}

function headerOf({ headers }: IncomingMessage, name: string): [string, string][] {
  const value = headers[name];
  return typeof value === 'string' ? [[name, value]] : [];
}
