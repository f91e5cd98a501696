import * as z from 'zod/mini';

/** A setting that is not empty. */
export const NonEmpty = z.string().check(z.minLength(1));

/** The deployment's base URL without a trailing slash. */
export const BaseUrl = z.pipe(
  z.url(),
  z.transform((url: string) => url.replace(/(?<!\/)\/+$/, '')),
);

/** The environment of every function. */
export const CoreEnvironment = z.object({
  TABLE_NAME: NonEmpty,
  STAGE: z._default(z.string(), 'local'),
  SANDBOX: z._default(z.enum(['true', 'false']), 'false'),
  TRUSTED_PROXIES: z._default(z.string(), ''),
  SHARD_REGISTRY: z._default(z.enum(['true', 'false']), 'false'),
  CONFIRMATIONS_FROM: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  // An invalid URL is treated as missing: functions that create links report it. `z.catch` would
  // add all of zod's tools to every bundle.
  BASE_URL: z.pipe(
    z.optional(z.string()),
    z.transform((text: string | undefined) => z.safeParse(BaseUrl, text).data),
  ),
  LOG_LEVEL: z._default(z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT']), 'INFO'),
});

/**
 * Parses the environment variables that a composition root needs.
 *
 * A missing variable throws with its name when the function starts.
 */
export function environment<S extends z.core.$ZodType>(part: S): z.output<S> {
  return z.parse(part, process.env);
}
