import type { Schema } from '../../kernel/http/route.ts';
import { AuthorizationParameters } from '../../oauth/contracts/authorization.ts';
import {
  DeviceRequest,
  PushedRequest,
  TokenQuestion,
  TokenRequest,
} from '../../oauth/contracts/oauth.ts';
import { responseModes } from '../../oauth/domain/authorization-request.ts';
import { grantTypes } from '../../oauth/domain/client-metadata.ts';
import type { JsonSchema } from './document.ts';

interface Fields extends JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

interface Said {
  readonly required: readonly string[];
  /** What fields take, where it is a closed list. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

const listsOfRequests = {
  response_type: ['code'],
  response_mode: responseModes,
  code_challenge_method: ['S256'],
};

/**
 * What OAuth's endpoints require of parameters. Their schemas accept any text, because the logic answers
 * whatever is wrong with it with OAuth's own errors.
 *
 * Where a request object may hold a parameter, it is not required beside it (RFC 9101, section 5).
 */
const forms: ReadonlyMap<Schema, Said> = new Map<Schema, Said>([
  [TokenRequest, { required: ['grant_type'], lists: { grant_type: grantTypes } }],
  [TokenQuestion, { required: ['token'], lists: {} }],
  [DeviceRequest, { required: ['scope'], lists: {} }],
  [AuthorizationParameters, { required: ['client_id'], lists: listsOfRequests }],
  // Who pushes it is said by an assertion or a header, too.
  [PushedRequest, { required: [], lists: listsOfRequests }],
]);

/** The JSON Schema of a form's object with what its logic asks for; any other is given back as it is. */
export function withFormRules(schema: Schema, json: Fields): Fields {
  const said = forms.get(schema);
  if (said === undefined) return json;
  const { additionalProperties, ...rest } = json;
  const { properties = {} } = json;
  const lists = Object.entries(said.lists).map(([name, list]) => [
    name,
    { ...properties[name], enum: list },
  ]);
  // An empty parameter counts as not sent (RFC 6749, section 3.1).
  const texts = said.required
    .filter((name) => said.lists[name] === undefined)
    .map((name) => [name, { ...properties[name], minLength: 1 }]);
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries([...lists, ...texts]) },
    required: said.required,
  };
}
