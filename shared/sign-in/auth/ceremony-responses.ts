import * as z from 'zod/mini';

const base64url = (longest: number) => z.string().check(z.maxLength(longest), z.regex(/^[\w-]+$/));

const credential = {
  id: base64url(2_048),
  rawId: base64url(2_048),
  type: z.literal('public-key'),
};

/** What a browser says of a passkey that was made (`PublicKeyCredential.toJSON()` of Level 3), as far as we look. */
export const Creation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(16_384),
    transports: z._default(
      z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10)),
      [],
    ),
  }),
});
export type Creation = z.output<typeof Creation>;

/** What it says of a passkey that was used. Ours are discoverable, so that each tells whose it is. */
export const Use = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(4_096),
    userHandle: base64url(86),
  }),
});
export type Use = z.output<typeof Use>;

/** A response as the page's form has it, in JSON; null for anything else. */
export function responseIn<S extends z.core.$ZodType>(schema: S, text: string): z.output<S> | null {
  try {
    const { success, data } = z.safeParse(schema, JSON.parse(text));
    return success ? data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A person's id as authenticators keep it: it says nothing of who they are. */
export function userHandleOf(personId: string): string {
  return Buffer.from(personId).toString('base64url');
}

/** The person's id in a user handle; null for one that is not of our making. */
export function personIdIn(userHandle: string): string | null {
  const text = Buffer.from(userHandle, 'base64url').toString();
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) ? text : null;
}
