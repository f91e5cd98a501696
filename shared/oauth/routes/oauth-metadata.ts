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
    'All that a client library needs to know (OpenID Connect Discovery 1.0); may be kept for five minutes.',
  json: Discovery,
  example: { response: exampleDiscovery },
} as const;

export const discoverProvider = defineRoute({
  ...discovery,
  operationId: 'discoverProvider',
  path: '/.well-known/openid-configuration',
  summary: 'Describe the OpenID Connect provider',
});

export const describeAuthorizationServer = defineRoute({
  ...discovery,
  operationId: 'describeAuthorizationServer',
  path: '/.well-known/oauth-authorization-server',
  summary: 'Describe the OAuth authorization server',
  description:
    'The same, for clients that know OAuth alone (RFC 8414); may be kept for five minutes.',
});

export const discoverProviderAlias = defineRoute({
  ...discovery,
  operationId: 'discoverProviderAlias',
  path: '/api/oauth/.well-known/openid-configuration',
  summary: 'Describe the OpenID Connect provider, at its former address',
  deprecatedFor: '/.well-known/openid-configuration',
});

const keySet = {
  ...shared,
  description:
    'Of ID tokens and of access tokens (RFC 7517); may be kept for five minutes. The key of the next rotation is among them long before anything is signed with it.',
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
  summary: 'Get the keys that verify tokens',
});

export const getKeySetAlias = defineRoute({
  ...keySet,
  operationId: 'getKeySetAlias',
  path: '/.well-known/jwks.json',
  summary: 'Get the keys that verify tokens, at their former address',
  deprecatedFor: '/api/oauth/.well-known/jwks.json',
});
