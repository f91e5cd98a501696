import { writeFileSync } from 'node:fs';
import { errorCodes } from '../shared/reference/openapi/error-codes.ts';

export const errorsFile = new URL('../docs/errors.md', import.meta.url);

/** The page of error codes, of the messages and their notes. */
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

/** What holds for all errors. */
const preface = [
  'How errors look, what each `code` means, and what to do. Programs tell errors apart by their `code`; where there is none, by the status and `error`, which stays as it is. `documentation` of an error leads to its place on this page, which is `/docs/errors` of the service.',
  '## How an error looks',
  'Every error is a JSON object, here of a call without its parameter:',
  `\`\`\`json
{
  "error": "Missing \`rpn\` parameter",
  "details": [{ "code": "invalid_type", "expected": "string", "received": "undefined", "path": ["rpn"], "message": "Required" }],
  "requestId": "62b6ebbd-951c-4a51-9506-7d32644c45a6"
}
\`\`\``,
  `| Field | Meaning |
|---|---|
| \`error\` | a fixed message |
| \`code\` | a stable name, where the message alone would not do, such as \`entity.name_taken\` |
| \`details\` | one entry for each violation of the request's form: \`path\` is where, \`expected\` and \`received\` name types or allowed values |
| \`error_description\` | what more there is to say, such as what is wrong with an \`Authorization\` header, or with the key in it; absent where there is nothing |
| \`required_scope\` | with 403: the scope that the key lacks |
| \`documentation\` | where the \`code\` is explained: below |
| \`requestId\` | name it when you ask for help |`,
  'Answers may gain fields: ignore those that you do not know. `/api/oauth` speaks as its standards do: see [sign people in](sign-in-with-the-registry.md#8-errors-of-the-token-endpoint).',
  '## What to do, by status',
  `| Status | When | What to do |
|---|---|---|
| 400 | the request, or the state of what it is about, does not allow it | correct it |
| 401 | \`Missing API key\`, \`Invalid API key\` | send it as \`Authorization: Bearer <key>\`, where \`error_description\` says so; otherwise check the key: it may be revoked |
| 402 | \`invoice_not_paid\`, when a filing is submitted | pay first |
| 403 | \`Insufficient permissions\`: the key lacks the scope; or you are not eligible | get another key |
| 404 | not there, or not yours: the two are not told apart; or the path has no such method | compare method and path with the [list](endpoints.md) |
| 409 | something else stands in the way; \`code\` says what | decide anew |
| 413 | the body is over 1 MB | |
| 429 | the limit is reached | wait for \`Retry-After\` |
| 500 | our fault; the request was not done, or was done whole | repeat it |
| 503 | the table is busy, or the service under maintenance (\`service.maintenance\`): nothing was done | repeat it after \`Retry-After\` |
| 503 | Agent Keys at the hosted checkout, by design | pay with a voucher |`,
  'They come in this order: 401, 403 for the key, 429, 404 and 400 for the form of the request, then what the rules say. What to repeat, and how: [idempotency and retries](idempotency-and-retries.md).',
];

if (import.meta.main) writeFileSync(errorsFile, errorsPage());
