import { defineRoute } from '../../kernel/http/route.ts';
import { Discovery, KeySet } from '../contracts/oauth.ts';
import { exampleDiscovery } from './discovery-example.ts';

const shared = {
  method: 'GET',
  entry: 'functions/oauth/metadata.ts',
  tag: 'OAuth',
  auth: { scheme: 'none' },
  produces: 'application/json',
  crossOrigin: true,
  errors: [],
  table: 'read',
  service: true,
  spec: '4.1',
} as const;

const discovery = {
  ...shared,
  description:
    'Returns everything a client library needs (OpenID Connect Discovery 1.0). You can cache it for five minutes.',
  json: Discovery,
  example: { response: exampleDiscovery },
} as const;

export const discoverProvider = defineRoute({
  ...discovery,
  operationId: 'discoverProvider',
  path: '/.well-known/openid-configuration',
  summary: 'Retrieve OpenID Connect metadata',
});

export const describeAuthorizationServer = defineRoute({
  ...discovery,
  operationId: 'describeAuthorizationServer',
  path: '/.well-known/oauth-authorization-server',
  summary: 'Retrieve OAuth server metadata',
  description:
    'Returns the metadata of `/.well-known/openid-configuration`, for clients that use OAuth only (RFC 8414). You can cache it for five minutes.',
});

export const discoverProviderAlias = defineRoute({
  ...discovery,
  operationId: 'discoverProviderAlias',
  path: '/api/oauth/.well-known/openid-configuration',
  summary: 'Retrieve OpenID Connect metadata (previous address)',
  deprecatedFor: '/.well-known/openid-configuration',
});

const keySet = {
  ...shared,
  description:
    'Returns the public keys that verify ID tokens and access tokens (RFC 7517). You can cache them for five minutes. The next key is published long before it signs anything.',
  json: KeySet,
  example: {
    response: {
      keys: [
        {
          kty: 'RSA',
          n: 'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdgWp4Dy1WlUzewbgBHod5pcM9H95GQRV3JDXboIRROSBigeC5yjU1hGzHHyXss8UDprecbAYxknTcQkhslANGRUZmdTOQ5qTRsLAt6BTYuyvVRdhS8exSZEy_c4gs_7svlJJQ4H9_NxsiIoLwAEk7-Q3UXERGYw_75IDrGA84-lA_-Ct4eTlXHBIY2EaV7t7LjJaynVJCpkv4LKjTTAumiGUIuQhrNhZLuF_RJLqHpM2kgWFLU7-VTdL1VbC2tejvcI2BlMkEpk1BzBZI0KQB0GaDWFLN-aEAw3vRw',
          e: 'AQAB',
          use: 'sig',
          alg: 'RS256',
          kid: 'kbPqtmk3yWGZZrVyIVnSZlVBEvTTRqUmeT5xOT7fPpk',
        },
      ],
    },
  },
} as const;

export const getKeySet = defineRoute({
  ...keySet,
  operationId: 'getKeySet',
  path: '/api/oauth/.well-known/jwks.json',
  summary: 'Retrieve token-signing keys',
});

export const getKeySetAlias = defineRoute({
  ...keySet,
  operationId: 'getKeySetAlias',
  path: '/.well-known/jwks.json',
  summary: 'Retrieve token-signing keys (previous address)',
  deprecatedFor: '/api/oauth/.well-known/jwks.json',
});
