/** A JSON Schema 2020-12, which is what OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface NamedExample {
  readonly summary: string;
  readonly description?: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, NamedExample>>;
}

/** An operation that comes after an answer, with its parameters as runtime expressions. */
export interface Link {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly links?: Readonly<Record<string, Link>>;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: true;
  readonly security: readonly SecurityRequirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly 'x-required-oauth-scope'?: string;
  readonly 'x-required-agent-scope'?: string;
  readonly 'x-required-partner-scope'?: string;
  readonly 'x-spec-section': string;
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
}

/** The part of OpenAPI 3.1.0 that this service's description uses. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    /** With its address where a deployment serves the description: OpenAPI Generator rejects a relative one. */
    readonly contact: { readonly name: string; readonly url?: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** What is sent from here. */
  readonly webhooks: Readonly<Record<string, JsonSchema>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}
