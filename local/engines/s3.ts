import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, localAws } from './engine.ts';
import { BodyTooLargeError, readBody, startHttpServer } from './http-server.ts';
import { answerLocked, type LockedAnswer } from './s3-locked.ts';
import { type Lock, openLockedStore } from './s3-locked-store.ts';
import { type ObjectStore, openObjectStore } from './s3-object-store.ts';
import { parameterOf, readTarget, type Target, toWireRequest } from './s3-request.ts';
import { readUpload, UploadError } from './s3-upload.ts';
import { accessKeyOf, refuseSignature, type WireRequest } from './sigv4.ts';

type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly bytes?: Buffer;
};

/** The action of a request to an object, as IAM names it. */
export interface ObjectRequest extends Target {
  readonly accessKeyId: string;
  readonly action: string;
}

type StoredListener = (object: Target & { readonly bytes: Buffer; readonly etag: string }) => void;

const actions: Readonly<Record<string, string>> = {
  PUT: 'PutObject',
  GET: 'GetObject',
  HEAD: 'GetObject',
  DELETE: 'DeleteObject',
};
/** As in S3. A snapshot of ten million names has half a gigabyte and more. */
const uploadLimit = 5 * 1024 ** 3;
const retainedHeaders = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'cache-control',
  'expires',
];
/** Headers that would change the outcome and that this engine does not support. */
const unsupportedHeaders = ['x-amz-copy-source', 'x-amz-acl', 'x-amz-tagging'];

/**
 * S3 for single objects (PUT, GET, HEAD, DELETE, path style), in any bucket name; `locks` names those with versions and Object Lock. Unlike most
 * stand-ins it verifies every signature and the expiry of presigned URLs, against `now`. Objects are
 * kept in `dataDirectory`/objects, or in a temporary directory that is removed on stop.
 */
export async function startS3(
  options: {
    readonly dataDirectory?: string | undefined;
    readonly port?: number | undefined;
    readonly now?: () => Date;
    /** The secret of the access key `local`; absent: the publicly known one. */
    readonly secretAccessKey?: string;
    /**
     * Replaces IAM: given the caller's access key id, returns why a request is refused, or undefined. Without it there
     * is one credential, which may do anything.
     */
    readonly refuse?: (request: ObjectRequest) => Promise<string | undefined>;
    /** Called with each object of buckets without versions when it is stored, before the upload is answered. */
    readonly onStored?: StoredListener;
    /** Buckets with versions and Object Lock, with their default retention. */
    readonly locks?: Readonly<Record<string, Lock>>;
  } = {},
): Promise<Engine> {
  const now = options.now ?? (() => new Date());
  const temporary =
    options.dataDirectory === undefined ? mkdtempSync(join(tmpdir(), 'registry-s3-')) : undefined;
  const { locks = {} } = options;
  const directory = options.dataDirectory ?? temporary ?? '';
  const store = openObjectStore(join(directory, 'objects'));
  const locked =
    options.locks && openLockedStore(join(directory, 'locked-objects'), options.locks, now);

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const wire = toWireRequest(request);
    const signedBy = accessKeyOf(wire);
    const credentials = {
      ...localAws.credentials,
      ...(options.secretAccessKey && { secretAccessKey: options.secretAccessKey }),
      ...(options.refuse && signedBy !== undefined && { accessKeyId: signedBy }),
    };
    const refusal = await refuseSignature(wire, { service: 's3', credentials, now: now() });
    if (refusal) return failure(refusal.status, refusal.code, refusal.message);
    const target = readTarget(wire.path);
    if (!target) return failure(400, 'InvalidURI', "Couldn't parse the specified URI.");
    const isLocked = Object.hasOwn(locks, target.bucket);
    const known = isLocked ? lockedParameters : isOfVersions(wire, target) ? plainVersions : [];
    const unsupported = findUnsupported(wire, known);
    if (unsupported !== undefined)
      return failure(501, 'NotImplemented', `The local S3 does not support ${unsupported}.`);
    const lists = target.key === '' && wire.query['versions'] !== undefined;
    if (target.key === '' && !isLocked && !lists) return answerForBucket(wire.method);
    const denial = await options.refuse?.({
      accessKeyId: credentials.accessKeyId,
      action: lists ? 'ListBucketVersions' : actionOf(wire),
      ...target,
    });
    if (denial !== undefined) return failure(403, 'AccessDenied', denial);
    if (locked && isLocked) {
      const body = wire.method === 'PUT' ? await readBody(request, uploadLimit) : null;
      return fromLocked(answerLocked(locked, target, wire, body && lockedUpload(wire, body)));
    }
    if (lists) return listVersions(store, target, wire);
    switch (wire.method) {
      case 'PUT':
        return putObject(
          store,
          { ...target, onStored: options.onStored },
          wire,
          await readBody(request, uploadLimit),
          now(),
        );
      case 'GET':
      case 'HEAD':
        return getObject(store, target, wire);
      case 'DELETE':
        store.remove(target.bucket, target.key);
        return { status: 204 };
      default:
        return failure(501, 'NotImplemented', `The local S3 does not support ${wire.method}.`);
    }
  };

  const engine = await startHttpServer(async (request, response) => {
    const { status, headers, bytes } = await answer(request).catch(toFailure);
    send(request, response, { status, headers: { date: now().toUTCString(), ...headers }, bytes });
  }, options.port);
  return {
    ...engine,
    stop: async () => {
      await engine.stop();
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
    },
  };
}

/** The action of a request to an object; versions need a different right. */
function actionOf(wire: WireRequest): string {
  const action = actions[wire.method] ?? wire.method;
  return action === 'DeleteObject' && wire.query['versionId'] !== undefined
    ? 'DeleteObjectVersion'
    : action;
}

/** Query parameters of requests for versions in buckets without them, where each object has one, `null`. */
const plainVersions = ['versions', 'versionId', 'prefix', 'encoding-type', 'max-keys'];

function isOfVersions({ method, query }: WireRequest, { key }: Target): boolean {
  if (key === '') return method === 'GET' && query['versions'] !== undefined;
  return method === 'DELETE' && query['versionId'] === 'null';
}

/** The only version of the object whose key is the prefix: objects are found by their whole key. */
function listVersions(store: ObjectStore, { bucket }: Target, { query }: WireRequest): Answer {
  const key = String(query['prefix'] ?? '');
  const object = store.get(bucket, key);
  const version =
    object === undefined
      ? ''
      : `<Version><Key>${key.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`)}</Key><VersionId>null</VersionId><IsLatest>true</IsLatest></Version>`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<ListVersionsResult><Name>${bucket}</Name><IsTruncated>false</IsTruncated>${version}</ListVersionsResult>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, bytes: Buffer.from(xml) };
}

/** Query parameters of buckets with versions. */
const lockedParameters = [
  'versions',
  'versionId',
  'prefix',
  'key-marker',
  'version-id-marker',
  'encoding-type',
  'max-keys',
];

function lockedUpload(wire: WireRequest, body: Buffer) {
  const { bytes } = readUpload(body, (name) => parameterOf(wire, name));
  const type = parameterOf(wire, 'content-type');
  return { bytes, headers: { ...(type && { 'content-type': type }) } };
}

function fromLocked(answer: LockedAnswer): Answer {
  return 'refused' in answer ? failure(...answer.refused) : answer;
}

function putObject(
  store: ObjectStore,
  { bucket, key, onStored }: Target & { readonly onStored: StoredListener | undefined },
  wire: WireRequest,
  body: Buffer,
  now: Date,
): Answer {
  const { bytes, crc32 } = readUpload(body, (name) => parameterOf(wire, name));
  const headers: Record<string, string> = {};
  for (const name of retainedHeaders) {
    const value = parameterOf(wire, name)?.replace(/,?aws-chunked$/, '');
    if (value) headers[name] = value;
  }
  for (const [name, value] of [...Object.entries(wire.query), ...Object.entries(wire.headers)])
    if (name.toLowerCase().startsWith('x-amz-meta-')) headers[name.toLowerCase()] = String(value);
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  const head = { bucket, key, etag, crc32, modifiedAt: now.getTime(), headers };
  const onlyNew = parameterOf(wire, 'if-none-match') === '*';
  if (!store.put({ head, bytes }, onlyNew))
    return failure(412, 'PreconditionFailed', 'At least one of the pre-conditions did not hold.');
  onStored?.({ bucket, key, bytes, etag });
  return {
    status: 200,
    headers: { etag, 'x-amz-checksum-crc32': crc32, 'x-amz-server-side-encryption': 'AES256' },
  };
}

function getObject(store: ObjectStore, { bucket, key }: Target, wire: WireRequest): Answer {
  const object = store.get(bucket, key);
  if (!object) return failure(404, 'NoSuchKey', 'The specified key does not exist.');
  const { head, bytes } = object;
  const headers: Record<string, string | number> = {
    'content-type': 'binary/octet-stream',
    ...head.headers,
    etag: head.etag,
    'last-modified': new Date(head.modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
    'x-amz-server-side-encryption': 'AES256',
  };
  for (const name of retainedHeaders) {
    const override = wire.query[`response-${name}`];
    if (override !== undefined) headers[name] = String(override);
  }
  const { 'if-match': requested = head.etag } = wire.headers;
  if (requested !== head.etag)
    return failure(412, 'PreconditionFailed', 'At least one of the pre-conditions did not hold.');
  if (wire.headers['if-none-match'] === head.etag) return { status: 304, headers };
  const range = readRange(wire.headers['range'], bytes.length);
  if (range === 'unsatisfiable')
    return failure(416, 'InvalidRange', 'The requested range is not satisfiable');
  if (range) {
    headers['content-range'] = `bytes ${range.first}-${range.last}/${bytes.length}`;
    return { status: 206, headers, bytes: bytes.subarray(range.first, range.last + 1) };
  }
  if (parameterOf(wire, 'x-amz-checksum-mode') === 'ENABLED')
    headers['x-amz-checksum-crc32'] = head.crc32;
  return { status: 200, headers, bytes };
}

/** Buckets always exist here, so creating and probing one succeeds; listing is not supported. */
function answerForBucket(method: string): Answer {
  return method === 'PUT' || method === 'HEAD'
    ? { status: 200 }
    : failure(501, 'NotImplemented', 'The local S3 does not list or delete buckets.');
}

function readRange(header: string | undefined, length: number) {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  return first > last ? 'unsatisfiable' : { first, last };
}

function findUnsupported(wire: WireRequest, known: readonly string[]): string | undefined {
  const subresource = Object.keys(wire.query).find(
    (name) => !/^(x-amz-|response-)/i.test(name) && name !== 'x-id' && !known.includes(name),
  );
  if (subresource !== undefined) return `the query parameter ${subresource}`;
  const headers = isRead(wire) ? unsupportedHeaders : [...unsupportedHeaders, 'if-match'];
  return headers.find((name) => parameterOf(wire, name) !== undefined);
}

function isRead({ method }: WireRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function toFailure(error: unknown): Answer {
  if (error instanceof UploadError) return failure(400, error.code, error.message);
  if (error instanceof BodyTooLargeError) return failure(400, 'EntityTooLarge', error.message);
  return failure(500, 'InternalError', 'The local S3 failed.');
}

/** S3's error document. */
function failure(status: number, code: string, message: string): Answer {
  const escaped = message.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escaped}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, bytes: Buffer.from(xml) };
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, headers = {}, bytes } = answer;
  const length = status === 204 || status === 304 ? {} : { 'content-length': bytes?.length ?? 0 };
  response.writeHead(status, { ...headers, ...length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
  request.resume();
}
