/** Deployments that differ in what is in their templates, by name: each choice of the context is in one of them. */
export const contexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dev: {},
  prod: {
    stage: 'prod',
    baseUrl: 'https://registry.example',
    apiLogRole: 'false',
    fees: '{"application":25000}',
    currency: 'EUR',
    jurisdiction: 'Free Port of Examples',
    tokenAudience: 'examples',
    mailDomain: 'registry.example',
    mailFrom: 'no-reply@registry.example',
    mailFromName: 'Registry',
    reviewers: 'first@registry.example,second@registry.example',
    registryName: 'Registry of Examples',
    registryPlace: 'Exampleton',
    registrarName: 'E. Xample',
    paymentsSandbox: 'true',
    paymentProviders: '{"stripe":{"adapter":"bridge","secretId":"registry/stripe"}}',
  },
  urgent: { stage: 'test', baseUrl: 'https://test.registry.example', canary: 'at-once' },
  plain: { stage: 'test', baseUrl: 'https://test.registry.example', canary: 'false' },
};
