/** What holds for all operations: credentials, errors, idempotency, limits. Markdown. */
export const introduction = `Verify resident permit numbers, search the registry of legal entities, and let residents incorporate companies, read them and file for them.

## Credentials

Send a key as \`Authorization: Bearer <key>\`. A Standard Key (\`sk-\`) can do everything that its owner can. An Agent Key (\`ak-\`) can do what its scopes allow; each operation names the scope it needs. A Partner Key (\`pk-\`) belongs to one approved integration. A call without a credential gets 401 \`Missing API key\`. A credential that is not valid here gets 401 \`Invalid API key\`. Resources that the caller cannot see are reported as 404.

## Errors

Every error is a JSON object with \`error\`, a fixed message. \`details\` has one entry for each invalid field. \`code\` is a stable name, where the message alone is not enough. \`requestId\` helps support find the call. Responses can gain fields: ignore those that you do not know.

## Repeating a call

Operations with an \`Idempotency-Key\` are safe to repeat for 24 hours. Send the same key with the same body to get the stored response, with \`Idempotency-Replayed: true\`. The same key with another body gets 409.

## Polling

JSON that you read with a key or token has an \`ETag\`. Send it in \`If-None-Match\` to get 304, without a body, while nothing has changed. Such calls are authenticated and counted like any other. Responses with document links have no \`ETag\`, because the links expire. While you wait for something, \`nextSteps.pollAfterSeconds\` tells you when to poll again; it is null if nothing happens until you act. The event feed reports changes, so you do not have to poll each resource.

## Limits

Verification and search share 50 calls per minute and 5000 per day for each key, counted by the UTC minute and the UTC day. Their responses show what is left in \`RateLimit\` headers. A call over the limit gets 429 with \`Retry-After\` and is not counted. A body can have up to 1 MB.

## Browsers and HEAD

HEAD works wherever GET does, and changes nothing. Scripts from any origin can call discovery, key set, token, revocation, userinfo, device authorization, \`/api/v1/me/*\` and this description; cookies are ignored there. Operations that accept keys do not answer scripts from other origins, because a key must never be in a web page.
`;
