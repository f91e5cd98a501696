import { writeFileSync } from 'node:fs';
import { errorCodes } from '../shared/reference/openapi/error-codes.ts';

export const errorsFile = new URL('../docs/errors.md', import.meta.url);

/** The page of error codes, with their messages and notes. */
export function errorsPage(): string {
  const groups = errorCodes().flatMap(({ group, codes }) => [
    `## ${group}`,
    ...codes.flatMap(({ code, answers, meaning, advice }) => [
      `### ${code}`,
      answers.map(({ status, error }) => `${status} \`${error.replaceAll('`', '')}\``).join(', '),
      `${meaning} ${advice}`,
    ]),
  ]);
  return `${['# Errors', ...preface, ...groups].join('\n\n')}\n`;
}

/** The text about all errors. */
const preface = [
  'Every error of `/api/v1` has a `code`. Use it in your program to distinguish errors: its meaning never changes. This page explains each code, and what to do.',
  '## Format',
  'Every error is a JSON object. This is the error for a missing parameter:',
  `\`\`\`json
{
  "error": "Missing \`rpn\` parameter",
  "code": "request.missing_parameter",
  "details": [{ "code": "invalid_type", "expected": "string", "received": "undefined", "path": ["rpn"], "message": "Required" }],
  "documentation": "http://localhost:3000/docs/errors#requestmissing_parameter",
  "requestId": "62b6ebbd-951c-4a51-9506-7d32644c45a6"
}
\`\`\``,
  `| Field | Meaning |
|---|---|
| \`error\` | what is wrong, in English |
| \`code\` | the code of the error, such as \`entity.name_taken\` |
| \`details\` | only with 400: one entry for each invalid field. \`path\` is the field. \`expected\` is the type or the allowed values, and \`received\` the type that you sent |
| \`error_description\` | more details, such as what is wrong with the \`Authorization\` header. Not every error has it |
| \`required_scope\` | with 403: the missing scope |
| \`documentation\` | link to the explanation of the \`code\` |
| \`requestId\` | send it when you ask for help |`,
  'We may add fields to errors: ignore fields that you do not know. Errors of `/api/oauth` and `/api/credentials` follow their standards and have no `code`: see [sign people in](sign-in-with-the-registry.md#8-errors-of-the-token-endpoint).',
  '## What to do, by status',
  `| Status | When | What to do |
|---|---|---|
| 400 | the request is wrong, or something must be done first, such as a signature | correct the fields in \`details\`, or do what \`error\` says |
| 401 | the key or access token is missing or invalid | read \`error_description\`. Send \`Authorization: Bearer <key>\`. If the key expired or was revoked, use another |
| 402 | \`invoice_not_paid\`, when a filing is submitted | pay first |
| 403 | the key lacks the scope, or the person or legal entity does not meet a condition | use a key with the scope, or read the explanation of the \`code\` |
| 404 | the resource does not exist, you have no access to it, or the path does not have this method | check the id, and compare method and path with the [list](endpoints.md) |
| 409 | the current state of the resource does not allow the request; see \`code\` | if the response has \`Retry-After\`, repeat the request after that time. Otherwise read the resource, and decide whether to send the request again |
| 413 | the body is too large | send a smaller body |
| 429 | the limit is reached | repeat the request after \`Retry-After\` |
| 500 | the service failed; the request was carried out completely or not at all | repeat the request with the same \`Idempotency-Key\` |
| 503 | the service is busy or under maintenance (\`service.maintenance\`); nothing was done | repeat the request after \`Retry-After\` |
| 503 | an Agent Key opened a hosted checkout (\`checkout.not_for_agents\`) | pay with a voucher |`,
  'The API checks the key first (401, 403), then limits (429), then the path and the fields (404, 400). The rules of the registry come last. [Idempotency and retries](idempotency-and-retries.md) explains which requests to repeat.',
];

if (import.meta.main) writeFileSync(errorsFile, errorsPage());
