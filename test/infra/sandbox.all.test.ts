import { describe, expect, it } from 'vitest';
import { isOfSandbox } from '../../shared/kernel/http/page-paths.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { exampleOfProd } from '../support/lasting-resources.ts';
import { entryOf, ofType, only, synthesize, synthesizeEach } from '../support/synthesized.ts';

const rows = routes.filter(isOfSandbox);
const helpers = new Set(rows.map(({ entry }) => String(entry)));
const others = routes.filter(({ path }) => path === '/' || path === '/api/v1/whoami');

const deployed = (context: Readonly<Record<string, string>>) => {
  const { service } = synthesize([...rows, ...others], context);
  const functions = Object.entries(ofType(service, 'AWS::Lambda::Function'));
  const { paths, ...definition } = only(service, 'AWS::ApiGateway::RestApi').Properties.Body;
  const notFound = definition['x-amazon-apigateway-gateway-responses'].MISSING_AUTHENTICATION_TOKEN;
  return {
    functions: functions.filter(([id]) => helpers.has(entryOf(service, id))).length,
    paths: Object.keys(paths)
      .filter((path) => /test_helpers|sandbox/.test(path))
      .toSorted(),
    told: new Set(functions.map(([, { Properties }]) => Properties.Environment.Variables.SANDBOX)),
    ownAnswers: notFound.responseParameters['gatewayresponse.header.sandbox'],
  };
};

describe('a sandbox', () => {
  it('is deployed only if the setting says so', () => {
    expect(deployed({ sandbox: 'false' })).toEqual({
      functions: 0,
      paths: [],
      told: new Set([undefined]),
      ownAnswers: undefined,
    });
  });

  it('leaves no queue, consumer, alarm, log or right in production', () => {
    const traces = (context: Readonly<Record<string, string>>) =>
      Object.entries(synthesizeEach(routes, context)).flatMap(([stack, resources]) =>
        Object.entries(resources).flatMap(([id, resource]) => {
          // The CORS settings name the header in every stage.
          const text = JSON.stringify(resource).replaceAll('Retry-After, Sandbox, ', '');
          return /sandbox|play money|test payment/i.test(id + text) ? `${stack} ${id}` : [];
        }),
      );
    // The stored settings include that it is off.
    expect(traces({ ...exampleOfProd, sandbox: 'false' })).toEqual([
      expect.stringMatching('data Settings'),
    ]);
    expect(traces({ ...exampleOfProd, stage: 'trials', sandbox: 'true' }).length).toBeGreaterThan(
      20,
    );
  });

  it('has functions and paths for test helpers and test payments, and every function knows', () => {
    expect(deployed({ sandbox: 'true' })).toEqual({
      functions: helpers.size,
      paths: [
        '/api/v1/test_helpers',
        '/api/v1/test_helpers/{proxy+}',
        '/sandbox',
        '/sandbox/{proxy+}',
      ],
      told: new Set(['true']),
      ownAnswers: "'true'",
    });
    expect([helpers.size, rows.length]).toEqual([2, 21]);
  });

  it('refuses any value but true and false', () => {
    expect(() => synthesize([], { sandbox: 'yes' })).toThrow('sandbox: true or false');
  });

  it('is refused with a provider of real payments', () => {
    const paymentProviders = '{"cardpay":{"secretId":"card","adapter":"bridge"}}';
    expect(() => synthesize([], { sandbox: 'true', paymentProviders })).toThrow(
      'sandbox: not together with a real payment provider (cardpay)',
    );
  });
});

describe('client registration by residents', () => {
  const told = (context: Readonly<Record<string, string>>) => {
    const { service } = synthesize(others, context);
    const functions = Object.values(ofType(service, 'AWS::Lambda::Function'));
    const settings = functions.map(
      ({ Properties }) => Properties.Environment.Variables.RESIDENT_CLIENTS,
    );
    return settings.includes('true');
  };

  it('is available if the setting says so, and in a sandbox unless it is switched off', () => {
    expect(told({ sandbox: 'false' })).toBe(false);
    expect(told({ sandbox: 'false', residentClients: 'true' })).toBe(true);
    expect(told({ sandbox: 'true' })).toBe(true);
    expect(told({ sandbox: 'true', residentClients: 'false' })).toBe(false);
    expect(() => synthesize([], { residentClients: 'yes' })).toThrow(
      'residentClients: true or false',
    );
  });
});

describe('sign-in with the address of metadata', () => {
  const told = (context: Readonly<Record<string, string>>) => {
    const { service } = synthesize(others, context);
    const functions = Object.values(ofType(service, 'AWS::Lambda::Function'));
    return new Set(
      functions.map(({ Properties }) => Properties.Environment.Variables.CLIENT_DOCUMENTS),
    );
  };

  it('is switched off if the setting says so', () => {
    expect(told({})).toEqual(new Set([undefined]));
    expect(told({ clientDocuments: 'false' })).toContain('false');
    expect(() => synthesize([], { clientDocuments: 'no' })).toThrow(
      'clientDocuments: true or false',
    );
  });
});
