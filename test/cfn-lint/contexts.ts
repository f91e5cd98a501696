import { exampleOfProd, fullProduction } from '../support/lasting-resources.ts';
import { allNo } from '../support/synthesized.ts';

/**
 * Deployments with different templates, by name; together they cover each choice of the context.
 */
export const contexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dev: {},
  minimal: { ...allNo, stage: 'prod', baseUrl: 'https://registry.example' },
  example: exampleOfProd,
  full: fullProduction,
  sandbox: {
    ...fullProduction,
    stage: 'trials',
    sandbox: 'true',
    paymentProviders: '{}',
    disableExecuteApiEndpoint: 'false',
  },
  existing: {
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
    documentCertificate: 'registry/document-certificate',
    documentKey: 'arn:aws:kms:eu-central-1:111122223333:key/0a1b2c3d-0000-4000-8000-000000000001',
    domainName: 'registry.example',
    certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0f2d9a52-6b0e-4d58',
    trustedProxies: '192.0.2.0/24',
    encryptionKey: 'true',
    malwareScan: 'true',
    backupCopyRegion: 'false',
    retention: 'false',
    accountConcurrency: 'false',
    budgetUsd: 'false',
    alarmPage: 'first@registry.example,second@registry.example',
    alarmTicket: 'first@registry.example',
    webAcl: 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/ours/0f2d9a52-6b0e-4d58',
    paymentProviders: '{"stripe":{"adapter":"bridge","secretId":"registry/stripe"}}',
  },
  urgent: {
    stage: 'test',
    baseUrl: 'https://test.registry.example',
    canary: 'all-at-once',
    probeSecret: 'registry/probe',
    sandbox: 'true',
  },
  plain: {
    stage: 'test',
    baseUrl: 'https://test.registry.example',
    canary: 'false',
    budgetUsd: '250.50',
    budgetMail: 'operators@registry.example',
    probe: 'false',
  },
};

/** Deployments with features that AWS's other partitions lack, such as budgets. */
export const commercialOnly: readonly string[] = ['plain', 'example', 'full', 'sandbox'];
