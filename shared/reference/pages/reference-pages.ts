import { anchorOf } from '../../kernel/domain/product.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { type Documentation, guidesOf } from '../domain/search-documentation.ts';
import { type Audience, audienceOf, descriptionFor } from '../openapi/audiences.ts';
import type {
  NamedExample,
  OpenApiDocument,
  OpenApiOperation,
  Parameter,
  Reference,
  Response,
  Tag,
} from '../openapi/document.ts';
import { groupOf } from '../openapi/tags.ts';
import { copyScript, documentationStyle, oldPlacesScript } from './documentation-extras.ts';
import { documentationTabs, headingWithLink, searchForm } from './documentation-pages.ts';
import { type FieldSchema, schemaView } from './reference-schemas.ts';

const audiences = {
  integrators: {
    title: 'API reference',
    about: 'All operations of the registry’s API, with their requests and responses.',
    path: '/docs/reference',
  },
  operators: {
    title: 'API reference for operators',
    about: 'All operations for the registry’s operators, with their requests and responses.',
    path: '/docs/reference?api=operators',
  },
} as const satisfies Readonly<Record<Audience, object>>;

/** How the reference names each credential of the description, and how `curl` sends it. */
const credentials: Readonly<Record<string, readonly [name: string, options: string]>> = {
  standardKey: ['Standard Key', '-H "Authorization: Bearer $key"'],
  agentKey: ['Agent Key', '-H "Authorization: Bearer $key"'],
  partnerKey: ['Partner Key', '-H "Authorization: Bearer $partner"'],
  oauth: ['access token', '-H "Authorization: Bearer $token"'],
  openId: ['access token', '-H "Authorization: Bearer $token"'],
  clientBasic: ['id and secret of a client', '-u "$client_id:$client_secret"'],
  credentialToken: ['access token for credentials', '-H "Authorization: Bearer $token"'],
  registrationToken: ['initial access token', '-H "Authorization: Bearer $token"'],
  awsSigV4: [
    'AWS Signature Version 4',
    '--aws-sigv4 "aws:amz:$AWS_REGION:execute-api" \\\n  -u "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" -H "X-Amz-Security-Token: $AWS_SESSION_TOKEN"',
  ],
};

interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
  /** Its anchor on the page of its group. */
  readonly id: string;
}

interface OperationGroup {
  readonly tag: Tag;
  readonly slug: string;
  readonly audiences: ReadonlySet<Audience>;
  readonly operations: readonly PlacedOperation[];
}

function groupsOf(document: OpenApiDocument): readonly OperationGroup[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase();
      return { method, path, operation, id: method + path };
    }),
  );
  return document.tags.flatMap((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag.name));
    if (own.length === 0) return [];
    const readers = new Set(own.map(({ path }) => audienceOf(path)));
    return [{ tag, slug: groupOf(tag.name), audiences: readers, operations: own }];
  });
}

/** The start page of a reference: all operations by group, and what is the same for each of them. */
export function referencePage(
  context: PageContext,
  whole: OpenApiDocument,
  audience: Audience,
): Html {
  const { title, about, path } = audiences[audience];
  const document = descriptionFor(audience, whole);
  const groups = groupsOf(document);
  return layout(
    inEnglish(context),
    {
      title,
      listed: { path, description: about },
      before: documentationTabs(context),
      ownStyle: documentationStyle,
    },
    [
      html`<p class="lead">${about}</p>`,
      audience === 'integrators'
        ? html`<p>The same <a href="${href(context, '/api/v1/openapi.json')}">for programs</a> (OpenAPI 3.1). Operators have <a href="${href(context, audiences.operators.path)}">another reference</a>.</p>`
        : html`<p>The same <a href="${href(context, '/admin/v1/openapi.json')}">for programs</a> (OpenAPI 3.1). Integrators have <a href="${href(context, audiences.integrators.path)}">another reference</a>.</p>`,
      groups.map(
        ({
          tag,
          slug,
          operations,
        }) => html`<h2><a href="${href(context, `/docs/reference/${slug}`)}">${tag.name}</a></h2>
${prose(context, tag.description)}
<ul>${operations.map(
          ({ method, path: ofCall, operation, id }) =>
            html`<li><a href="${href(context, `/docs/reference/${slug}#${id}`)}">${operation.summary}</a><br><code>${method} ${wrapping(ofCall)}</code></li>`,
        )}</ul>`,
      ),
      prose(context, document.info.description.replace(/^.*?\n\n(?=## )/s, '')),
      html`<h2>Kinds of credentials</h2>
<dl>${Object.entries(document.components.securitySchemes).map(
        ([scheme, { description }]) =>
          html`<div><dt>${capitalized(credentials[scheme]?.[0] ?? scheme)}</dt><dd>${inline(context, String(description ?? ''))}</dd></div>`,
      )}</dl>
<h2>Headers of responses</h2>
<dl>${Object.entries(document.components.headers).map(
        ([name, { description }]) =>
          html`<div><dt id="header-${name.toLowerCase()}">${headerName(document, name)}</dt><dd>${inline(context, description)}</dd></div>`,
      )}</dl>`,
      searchForm(context, ''),
      sidebar(context, groups),
      oldPlacesScript.part,
    ],
  );
}

/** The page with all operations of one group, by the group's name in its address; null for an unknown one. */
export function referenceGroupPage(
  context: PageContext,
  document: OpenApiDocument,
  all: Documentation,
  slug: string,
): Html | null {
  const groups = groupsOf(document);
  const group = groups.find((each) => each.slug === slug);
  if (group === undefined) return null;
  const { tag, operations } = group;
  const audience = group.audiences.has('integrators') ? 'integrators' : 'operators';
  const errors = guidesOf(all).find((guide) => guide.slug === 'errors');
  const view = schemaView(document, (text) => prose(context, text));
  const show: Show = {
    context,
    document,
    view,
    groups,
    explained: new Set(errors?.sections.flatMap(({ id }) => id ?? []) ?? []),
  };
  const webhooks = Object.entries(document.webhooks).filter(([, { post }]) =>
    post.tags.includes(tag.name),
  );
  const parts = [
    operations.map((each) => operationPart(show, each)),
    webhooks.map(([name, { post }]) =>
      // A webhook is described like an operation.
      webhookPart(show, name, post as unknown as OpenApiOperation),
    ),
  ];
  const objects = view.named();
  return layout(
    inEnglish(context),
    {
      title: tag.name,
      kicker: audiences[audience].title,
      listed: {
        path: `/docs/reference/${slug}`,
        description:
          `Reference: ${operations.map(({ operation }) => operation.summary).join(', ')}`.slice(
            0,
            160,
          ),
      },
      before: documentationTabs(context),
      ownStyle: documentationStyle,
    },
    [
      prose(context, tag.description),
      html`<details class="contents" open><summary>On this page</summary>
<nav aria-label="On this page"><ol>${operations.map(({ id, operation }) => html`<li><a href="#${id}">${operation.summary}</a></li>`)}${webhooks.map(
        ([name, { post }]) =>
          html`<li><a href="#webhook/${name}">${String(post['summary'])}</a></li>`,
      )}</ol></nav></details>`,
      html`<div class="guide">${parts}${
        objects.length > 0 && [
          html`<h2 id="objects">Objects</h2>`,
          objects.map(([name, schema]) => [headingWithLink(3, name, name), view.bodyOf(schema)]),
        ]
      }</div>`,
      searchForm(context, ''),
      sidebar(
        context,
        groups.filter((each) => each.audiences.has(audience)),
        group,
      ),
      copyScript.part,
    ],
  );
}

/** The context for every part of a page. */
interface Show {
  readonly context: PageContext;
  readonly document: OpenApiDocument;
  readonly view: ReturnType<typeof schemaView>;
  readonly groups: readonly OperationGroup[];
  /** The anchors on the page about errors. */
  readonly explained: ReadonlySet<string>;
}

/** A path that wraps between its words on a narrow screen. */
function wrapping(path: string): Content {
  return path.split(/(?<=[/_])(?=.)/).map((part, index) => [index > 1 && html`<wbr>`, part]);
}

function operationPart(show: Show, { method, path, operation, id }: PlacedOperation): Html {
  const parameters = (operation.parameters ?? []).map((each) =>
    resolved(each, show.document.components.parameters),
  );
  const responses = Object.entries(operation.responses).map(
    ([status, each]) => [status, resolved(each, show.document.components.responses)] as const,
  );
  return html`<section>
${headingWithLink(2, id, operation.summary)}
<p><code>${method} ${wrapping(path)}</code></p>
<p class="hint">${operation.deprecated === true && html`<span class="tag warn">Deprecated</span> `}In the client: <code>${operation.operationId}</code>. ${credentialsOf(operation)}</p>
${prose(show.context, operation.description)}
${parametersPart(show, parameters)}
${requestPart(show, operation)}
<h3>Example</h3>
<div class="code"><pre data-language="bash" tabindex="0"><code>${colouredCommand(callOf(show, { method, path, operation, id }, parameters))}</code></pre></div>
${responses.filter(([status]) => Number(status) < 400).map(([status, each]) => responsePart(show, status, each))}
${errorsPart(
  show,
  responses.filter(([status]) => Number(status) >= 400),
)}
</section>
`;
}

/** A message that the service sends to the integrator. */
function webhookPart(show: Show, name: string, operation: OpenApiOperation): Html {
  const parameters = (operation.parameters ?? []).map((each) =>
    resolved(each, show.document.components.parameters),
  );
  return html`<section>
${headingWithLink(2, `webhook/${name}`, operation.summary)}
<p class="hint">The service sends this <code>POST</code> to you.</p>
${prose(show.context, operation.description)}
${parametersPart(show, parameters)}
${requestPart(show, operation)}
</section>
`;
}

const places = { path: 'in the path', query: 'in the query', header: 'header' } as const;

function parametersPart({ context, view }: Show, parameters: readonly Parameter[]): Content {
  if (parameters.length === 0) return null;
  return html`<h3>Parameters</h3>
<ul class="fields">${parameters.map(
    ({ name, in: place, required, schema, description, example }) =>
      html`<li><code>${name}</code> <span class="hint">${places[place]}: ${view.typeOf(schema as FieldSchema)}${required && ', required'}</span>${prose(
        context,
        [description, (schema as FieldSchema).description].filter(Boolean).join(' '),
      )}${example !== undefined && html`<p class="hint">For example <code>${String(example)}</code>.</p>`}</li>`,
  )}</ul>`;
}

function requestPart({ view }: Show, { requestBody }: OpenApiOperation): Content {
  if (requestBody === undefined) return null;
  return Object.entries(requestBody.content).map(
    ([type, { schema }]) => html`<h3>Body</h3>
<p class="hint"><code>${type}</code>${!requestBody.required && ', optional'}</p>
${view.bodyOf(schema as FieldSchema)}`,
  );
}

function responsePart(show: Show, status: string, response: Response): Html {
  const { context, document, view } = show;
  const headers = Object.keys(response.headers ?? {});
  const next = Object.values(response.links ?? {});
  return html`<h3>Response ${status}</h3>
${prose(context, response.description)}
${
  headers.length > 0 &&
  html`<p class="hint">Headers: ${headers.map(
    (name, at) =>
      html`${at > 0 && ', '}<a href="${headerPlace(show, name, response)}"><code>${name}</code></a>`,
  )}</p>`
}
${Object.entries(response.content ?? {}).map(
  ([type, { schema, example, examples }]) => html`<p class="hint"><code>${type}</code></p>
${view.bodyOf(schema as FieldSchema)}
${[
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples ?? {}).map(
    (each) => resolved(each, document.components.examples).value,
  ),
].map((each) =>
  typeof each === 'string'
    ? html`<pre tabindex="0"><code>${each}</code></pre>`
    : html`<pre data-language="json" tabindex="0"><code>${colouredJson(each)}</code></pre>`,
)}`,
)}
${
  next.length > 0 &&
  html`<p>What you can do next:</p><ul>${next.map(
    ({ operationId, description }) =>
      html`<li>${inline(context, description)} <a href="${placeOf(show, operationId)}"><code>${operationId}</code></a></li>`,
  )}</ul>`
}`;
}

function errorsPart(show: Show, responses: readonly (readonly [string, Response])[]): Content {
  if (responses.length === 0) return null;
  return html`<h3>Errors</h3>
<dl>${responses.map(([status, response]) => {
    const cases = casesOf(show, response);
    return html`<div><dt>${status} ${response.description.replace(/\.$/, '')}</dt><dd>${
      cases.length > 0 &&
      html`<ul class="plain">${cases.map((each) => html`<li>${errorCase(show, each)}</li>`)}</ul>`
    }</dd></div>`;
  })}</dl>`;
}

interface ErrorCase {
  /** An object where the protocol of the endpoint requires one. */
  readonly error?: string | { readonly message: string };
  readonly error_description?: string;
  readonly code?: string;
}

function casesOf({ document }: Show, { content = {} }: Response): readonly ErrorCase[] {
  return Object.values(content).flatMap(({ example, examples }) =>
    [
      example,
      ...Object.values(examples ?? {}).map(
        (each) => resolved(each as NamedExample | Reference, document.components.examples).value,
      ),
    ].filter((each): each is ErrorCase => typeof each === 'object' && each !== null),
  );
}

function errorCase({ context, explained }: Show, { error, error_description, code }: ErrorCase) {
  const message = typeof error === 'object' ? error.message : error;
  const text = inline(context, [message, error_description].filter(Boolean).join(': '));
  if (code === undefined) return text;
  const anchor = anchorOf(code);
  return html`${text} ${
    explained.has(anchor)
      ? html`<a href="${href(context, `/docs/errors#${anchor}`)}"><code>${code}</code></a>`
      : html`<code>${code}</code>`
  }`;
}

function credentialsOf({ security }: OpenApiOperation): string {
  const names = [
    ...new Set(security.flatMap(Object.keys).map((each) => credentials[each]?.[0] ?? each)),
  ];
  if (names.length === 0) return 'No credential is needed.';
  const isOptional = security.some((each) => Object.keys(each).length === 0);
  return `${isOptional ? 'Optional credential' : 'Credential'}: ${names.join(' or ')}.`;
}

/** The call with `curl`, with the values of the examples. */
function callOf(
  { context, document }: Show,
  { method, path, operation }: PlacedOperation,
  parameters: readonly Parameter[],
): string {
  const exampleOf = ({ example, schema }: Parameter) => {
    const {
      examples,
      enum: values,
      default: usual,
    } = schema as FieldSchema & {
      readonly examples?: readonly unknown[];
    };
    return example ?? usual ?? examples?.[0] ?? values?.[0];
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name) => {
    const known = parameters.find((each) => each.in === 'path' && each.name === name);
    const example = known && exampleOf(known);
    return example === undefined ? whole : encodeURIComponent(String(example));
  });
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map((each) => `${each.name}=${encodeURIComponent(String(exampleOf(each) ?? '…'))}`);
  const address = `${context.baseUrl}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const [scheme] = operation.security.flatMap(Object.keys);
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  const hasBody = type !== undefined;
  const lines = [
    `curl ${method === 'GET' || (method === 'POST' && hasBody) ? '' : `-X ${method} `}"${address}"`,
    ...(scheme === undefined ? [] : [credentials[scheme]?.[1] ?? '']),
    ...parameters
      .filter((each) => each.in === 'header' && each.required)
      .map((each) => `-H ${quoted(`${each.name}: ${String(exampleOf(each) ?? '…')}`)}`),
  ];
  if (!hasBody) return lines.join(' \\\n  ');
  if (type === 'application/json') {
    const body = JSON.stringify(content?.example ?? {}, null, 2);
    return [...lines, `-H 'Content-Type: application/json' -d ${quoted(body)}`].join(' \\\n  ');
  }
  if (type === 'multipart/form-data') {
    const schema = (content?.schema ?? {}) as FieldSchema;
    const fields = resolved(schema as Reference, document.components.schemas) as FieldSchema;
    return [
      ...lines,
      ...Object.keys(fields.properties ?? {}).map((name) =>
        name === 'file' ? "-F 'file=@document.pdf'" : `-F ${quoted(`${name}=…`)}`,
      ),
    ].join(' \\\n  ');
  }
  const fields = Object.entries(Object(content?.example ?? {}));
  return [
    ...lines,
    ...fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`),
  ].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command with the classes of colours that the guides use. */
function colouredCommand(code: string): Content {
  const parts: Content[] = [];
  let end = 0;
  for (const { 0: token, index } of code.matchAll(/'[^']*'|"[^"]*"/g)) {
    parts.push(code.slice(end, index), html`<span class="string">${token}</span>`);
    end = index + token.length;
  }
  return [...parts, code.slice(end)];
}

/** JSON with the same classes, indented by two spaces a level. */
function colouredJson(value: unknown, indent = '\n'): Content {
  const inner = `${indent}  `;
  const line = (at: number) => (at > 0 ? `,${inner}` : inner);
  if (Array.isArray(value) && value.length > 0) {
    return ['[', value.map((each, at) => [line(at), colouredJson(each, inner)]), indent, ']'];
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const fields = Object.entries(value).map(([name, each], at) => [
      line(at),
      html`<span class="keyword">${JSON.stringify(name)}</span>: `,
      colouredJson(each, inner),
    ]);
    return ['{', fields, indent, '}'];
  }
  const kind = { string: 'string', number: 'number' }[String(typeof value)] ?? 'keyword';
  return html`<span class="${kind}">${JSON.stringify(value)}</span>`;
}

/** The Markdown that descriptions use: headings of the second level, paragraphs, code and links. */
function prose(context: PageContext, text: string | undefined): Content {
  if (text === undefined || text === '') return null;
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block) =>
      block.startsWith('## ')
        ? html`<h2>${block.slice(3)}</h2>`
        : html`<p>${inline(context, block)}</p>`,
    );
}

function inline(context: PageContext, text: string): Content {
  const parts: Content[] = [];
  let end = 0;
  for (const { 0: whole, index, groups } of text.matchAll(
    /`(?<code>[^`]+)`|\[(?<title>[^[\]]+)\]\((?<to>[^()]+)\)/g,
  )) {
    const { code, title = '', to = '' } = groups ?? {};
    parts.push(text.slice(end, index));
    parts.push(
      code === undefined
        ? html`<a href="${to.startsWith('/') ? href(context, to as `/${string}`) : to}">${title}</a>`
        : html`<code>${code}</code>`,
    );
    end = index + whole.length;
  }
  return [...parts, text.slice(end)];
}

/** The groups of the same reference, at the position of the guides' list of pages. */
function sidebar(
  context: PageContext,
  groups: readonly OperationGroup[],
  view?: OperationGroup,
): Html {
  return html`<nav class="side" aria-label="All groups"><ul class="plain">${groups.map(
    (group) =>
      html`<li><a href="${href(context, `/docs/reference/${group.slug}`)}"${group === view && html` aria-current="page"`}>${group.tag.name.replace(/^Operators: /, '')}</a></li>`,
  )}</ul></nav>`;
}

/** The place of an operation that can follow a response. */
function placeOf({ context, groups }: Show, operationId: string): string {
  for (const { slug, operations } of groups) {
    const found = operations.find(({ operation }) => operation.operationId === operationId);
    if (found) return href(context, `/docs/reference/${slug}#${found.id}`);
  }
  return href(context, '/docs/reference');
}

function headerPlace({ context }: Show, name: string, { headers = {} }: Response): string {
  const header = headers[name];
  const component = header && '$ref' in header ? lastPart(header.$ref) : name;
  return href(context, `/docs/reference#header-${component.toLowerCase()}`);
}

/** The name of a header as it is sent, by the name of its component. */
function headerName({ paths }: OpenApiDocument, component: string): string {
  for (const operation of Object.values(paths).flatMap((each) => Object.values(each))) {
    for (const response of Object.values(operation.responses)) {
      if (!('headers' in response)) continue;
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        if ('$ref' in header && lastPart(header.$ref) === component) return name;
      }
    }
  }
  return component;
}

function resolved<T extends object>(part: T | Reference, among: Readonly<Record<string, T>>): T {
  if (!('$ref' in part)) return part;
  const found = among[lastPart(String(part.$ref))];
  if (found === undefined) throw new Error(`No such component: ${String(part.$ref)}`);
  return found;
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
