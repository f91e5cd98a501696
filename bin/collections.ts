import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientDescription } from './client.ts';

/** They are packages of `test/clients`, like the other programs that read the description. */
const require = createRequire(new URL('../test/clients/package.json', import.meta.url));

export const collectionsFolder = fileURLToPath(new URL('../docs/collections', import.meta.url));

/** Variables of the collections; docs/collections/README.md says where their values come from. */
const variables = { baseUrl: 'http://localhost:3000', key: '' };

interface Described {
  readonly key: string;
  readonly value?: string;
  readonly description?: unknown;
}

interface PostmanRequest {
  readonly name: string;
  readonly description?: { readonly content: string };
  readonly method: string;
  readonly url: {
    readonly path: readonly string[];
    readonly host: readonly string[];
    readonly query: readonly Described[];
    readonly variable: readonly Described[];
  };
  readonly header?: readonly Described[];
  readonly body?: {
    readonly mode?: string;
    readonly raw?: string;
    readonly formdata?: readonly (Described & { readonly type?: string })[];
    readonly urlencoded?: readonly Described[];
  };
}

interface PostmanItem {
  readonly name: string;
  readonly request: PostmanRequest;
}

interface PostmanFolder {
  readonly name: string;
  readonly description?: string;
  readonly item: readonly PostmanItem[];
}

interface Converted {
  readonly result: boolean;
  readonly reason?: string;
  readonly output?: readonly { readonly data: { readonly item: readonly PostmanFolder[] } }[];
}

/** The output of openapi-to-postmanv2 for the description, in folders by group. */
async function convert(): Promise<readonly PostmanFolder[]> {
  const { convertV2 } = require('openapi-to-postmanv2') as {
    convertV2: (
      input: object,
      options: object,
      done: (error: unknown, converted: Converted) => void,
    ) => void;
  };
  const input = { type: 'json', data: clientDescription() };
  const options = {
    folderStrategy: 'Tags',
    parametersResolution: 'Example',
    requestParametersResolution: 'Example',
    exampleParametersResolution: 'Example',
    enableOptionalParameters: false,
    alwaysInheritAuthentication: true,
    optimizeConversion: false,
  };
  const converted = await new Promise<Converted>((resolve, reject) => {
    convertV2(input, options, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
  const [first] = converted.output ?? [];
  if (!converted.result || first === undefined) throw new Error(converted.reason);
  return first.data.item.map(({ name, description, item }) => ({
    name,
    ...(description !== undefined && { description }),
    item: item.map(({ name: title, request }) => ({ name: title, request: cleaned(request) })),
  }));
}

/** A request without random ids and made-up values, and with a new idempotency key for each call. */
function cleaned({
  name,
  description,
  method,
  url,
  header = [],
  body,
}: PostmanRequest): PostmanRequest {
  const empty = <T extends Described>(field: T) =>
    'type' in field && field.type === 'file' ? field : { ...field, value: '' };
  return {
    name,
    ...(description && { description }),
    method,
    url,
    header: header.map((field) =>
      field.key === 'Idempotency-Key' ? { ...field, value: '{{$guid}}' } : field,
    ),
    ...(body?.mode !== undefined && {
      body: {
        ...body,
        ...(body.formdata && { formdata: body.formdata.map(empty) }),
        ...(body.urlencoded && { urlencoded: body.urlencoded.map(empty) }),
      },
    }),
  };
}

const bearer = (value: string) => [{ key: 'token', value, type: 'string' }];

/** The Postman collection: one file. */
function postmanOf(folders: readonly PostmanFolder[]): string {
  const collection = {
    info: {
      name: 'Resident registry',
      description: 'Written by `npm run generate` of the repository.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: bearer('{{key}}') },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: 'string' })),
    item: folders,
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}

/** The Bruno collection: a file for each request, by path. */
function brunoOf(folders: readonly PostmanFolder[]): readonly (readonly [string, string])[] {
  const { jsonToBruV2, envJsonToBruV2, jsonToCollectionBru } = require('@usebruno/lang') as Record<
    'jsonToBruV2' | 'envJsonToBruV2' | 'jsonToCollectionBru',
    (json: object) => string
  >;
  const settings = { version: '1', name: 'Resident registry', type: 'collection', ignore: [] };
  const environment = Object.entries(variables).map(([name, value]) => ({
    name,
    value,
    enabled: true,
    secret: name === 'key',
  }));
  return [
    ['bruno/bruno.json', `${JSON.stringify(settings, null, 2)}\n`],
    [
      'bruno/collection.bru',
      jsonToCollectionBru({ auth: { mode: 'bearer', bearer: { token: '{{key}}' } } }),
    ],
    ['bruno/environments/laptop.bru', envJsonToBruV2({ variables: environment })],
    ...folders.flatMap(({ name, item }) =>
      item.map(({ name: title, request }, index) => {
        // Two operations of a group may have the same name.
        const namesakes = item.slice(0, index).filter((other) => other.name === title).length;
        const file = `${fileName(title)}${namesakes > 0 ? ` ${namesakes + 1}` : ''}`;
        return [
          `bruno/${fileName(name)}/${file}.bru`,
          jsonToBruV2(bruno(title, request, index + 1)),
        ] as const;
      }),
    ),
  ];
}

/** A request in Bruno's language. */
function bruno(name: string, request: PostmanRequest, seq: number): object {
  const { method, url, header = [], body, description } = request;
  const params = [
    ...url.query.map(({ key, value = '' }) => ({
      name: key,
      value,
      enabled: false,
      type: 'query',
    })),
    ...url.variable.map(({ key, value = '' }) => ({
      name: key,
      value,
      enabled: true,
      type: 'path',
    })),
  ];
  const fields = (of: readonly (Described & { readonly type?: string })[] = []) =>
    of.map(({ key, type }) => ({
      name: key,
      enabled: true,
      type: type === 'file' ? 'file' : 'text',
      value: type === 'file' ? [] : '',
    }));
  const modes: Readonly<Record<string, string>> = {
    raw: 'json',
    formdata: 'multipartForm',
    urlencoded: 'formUrlEncoded',
  };
  const mode = modes[body?.mode ?? ''] ?? 'none';
  return {
    meta: { name, type: 'http', seq },
    http: {
      method: method.toLowerCase(),
      url: `{{baseUrl}}/${url.path.join('/')}`,
      body: mode,
      auth: 'inherit',
    },
    params,
    headers: header
      .filter(({ key }) => key !== 'Content-Type')
      .map(({ key, value = '' }) => ({ name: key, value, enabled: true })),
    body: {
      ...(mode === 'json' && { json: body?.raw }),
      ...(mode === 'multipartForm' && { multipartForm: fields(body?.formdata) }),
      ...(mode === 'formUrlEncoded' && { formUrlEncoded: fields(body?.urlencoded) }),
    },
    docs: description?.content ?? '',
  };
}

/** A file or folder name that is valid on any system. */
function fileName(title: string): string {
  return title.replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '').trim();
}

/** All files of the collections, by their paths in docs/collections. */
export async function collectionFiles(): Promise<ReadonlyMap<string, string>> {
  const folders = await convert();
  return new Map([['postman.json', postmanOf(folders)], ...brunoOf(folders)]);
}

if (import.meta.main) {
  rmSync(`${collectionsFolder}/bruno`, { recursive: true, force: true });
  for (const [path, text] of await collectionFiles()) {
    mkdirSync(dirname(`${collectionsFolder}/${path}`), { recursive: true });
    writeFileSync(`${collectionsFolder}/${path}`, text);
  }
}
