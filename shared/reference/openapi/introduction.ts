/** What holds for all operations: credentials, errors, idempotency, limits. Markdown. */
export const introduction = `Verifies resident permit numbers, searches the registry of legal entities, and lets residents incorporate, read and file for them.

## Credentials

Send a key as \`Authorization: Bearer <key>\`. A Standard Key (\`sk-\`) may do all that its owner may. An Agent Key (\`ak-\`) may do what its scopes allow; each operation names the scope it needs. A Partner Key (\`pk-\`) belongs to one approved integration. Without a credential the answer is 401 \`Missing API key\`, with one that is not valid here 401 \`Invalid API key\`. What a caller may not see is reported as 404.

## Errors

Every answer that is not a success is a JSON object with \`error\`, a fixed message. \`details\` has one entry for each violation of a request's form, \`code\` is a stable name where the message alone would not do, and \`requestId\` helps support to find the call. Answers may gain fields: ignore those that you do not know.

## Repeating a call

Operations that take an \`Idempotency-Key\` can be repeated with the same key and the same body for 24 hours: the stored answer is given again, with \`Idempotency-Replayed: true\`. The same key with another body is 409.

## Asking again

What keys and tokens read as JSON has an \`ETag\`. With it in \`If-None-Match\` the answer is 304, without a body, as long as nothing has changed; it is authenticated and counted like any other. An answer with links to documents has none, because the links expire. Where something is waited for, \`nextSteps.pollAfterSeconds\` says when to ask again; it is null where nothing happens until you act. The feed of events tells of changes without asking each thing.

## Limits

Verification and search share 50 calls per minute and 5000 per day for each key, counted by the UTC minute and the UTC day. Their answers say in \`RateLimit\` headers what is left. A call over the limit gets 429 with \`Retry-After\` and is not counted. A body may have up to 1 MB.

## Browsers and HEAD

HEAD is answered wherever GET is, and changes nothing. Scripts of any origin may call discovery, key set, token, revocation, userinfo, device authorization, \`/api/v1/me/*\` and this description; no cookie counts there. Operations that take keys answer no script of another origin: a key must not live in a page.
`;
