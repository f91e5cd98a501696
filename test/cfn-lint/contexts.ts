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
    domainName: 'registry.example',
    certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0f2d9a52-6b0e-4d58',
    trustedProxies: '192.0.2.0/24',
    webAcl: 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/ours/0f2d9a52-6b0e-4d58',
    paymentProviders: '{"stripe":{"adapter":"bridge","secretId":"registry/stripe"}}',
  },
  urgent: {
    stage: 'test',
    baseUrl: 'https://test.registry.example',
    canary: 'at-once',
    probeSecret: 'registry/probe',
  },
  plain: {
    stage: 'test',
    baseUrl: 'https://test.registry.example',
    canary: 'false',
    budgetUsd: '250.50',
    budgetMail: 'operators@registry.example',
    probe: 'false',
  },
  edge: {
    stage: 'edge',
    domainName: 'registry.example',
    hostedZoneId: 'Z0123456789ABCDEFGHIJ',
    hostedZoneName: 'registry.example',
    disableExecuteApiEndpoint: 'false',
    webAcl: 'true',
    tags: '{"costs":"registry","stage":"edge"}',
    accountConcurrency: '1000',
  },
};

/** Deployments with what AWS doesn't have in its other partitions, such as budgets. */
export const commercialOnly: readonly string[] = ['plain'];
