import * as z from 'zod/mini';

/** A JSON-RPC message, for the description: `readMessage` reads it, because its errors are those of JSON-RPC. */
export const McpMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.int()])),
  method: z.string(),
  params: z.optional(z.record(z.string(), z.unknown())),
});

export const McpAnswer = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.nullable(z.union([z.string(), z.int()])),
  result: z.optional(z.record(z.string(), z.unknown())),
  error: z.optional(
    z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) }),
  ),
});

/** Protected resource metadata (RFC 9728). */
export const ProtectedResource = z.object({
  resource: z.string(),
  resource_name: z.string(),
  resource_documentation: z.string(),
  bearer_methods_supported: z.array(z.string()),
});
