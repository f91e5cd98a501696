import { describe, expect, it } from 'vitest';
import { isOfPublicRegister } from '../../shared/kernel/http/page-paths.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { entryOf, ofType, only, synthesize } from '../support/synthesized.ts';

const entry = 'functions/registry/public-register.ts';
const rows = routes.filter(isOfPublicRegister);
const startPage = routes.filter(({ path }) => path === '/');

const deployed = (context: Readonly<Record<string, string>>) => {
  const { service } = synthesize([...rows, ...startPage], context);
  const named = Object.entries(ofType(service, 'AWS::Lambda::Function'));
  const functions = named.map(([, each]) => each);
  const paths = Object.keys(only(service, 'AWS::ApiGateway::RestApi').Properties.Body.paths);
  const settings = functions.map(
    ({ Properties }) => Properties.Environment.Variables.PUBLIC_REGISTER,
  );
  return {
    isThere: named.some(([id]) => entryOf(service, id) === entry),
    paths: paths.filter((path) => path.startsWith('/register')),
    told: new Set(settings.filter((each) => each !== undefined)),
  };
};

describe('the public register', () => {
  it('is deployed only if the setting says so', () => {
    expect(rows).toHaveLength(2);
    expect(deployed({ publicRegister: 'false' })).toEqual({
      isThere: false,
      paths: [],
      told: new Set(['false']),
    });
  });

  it.each(['true', '["type","principalOfficeAddress"]', '[]'])(
    'is deployed with %s, and its functions get the setting',
    (publicRegister) => {
      expect(deployed({ publicRegister })).toEqual({
        isThere: true,
        paths: ['/register', '/register/{proxy+}'],
        told: new Set([publicRegister]),
      });
    },
  );

  it.each(['yes', '["taxState"]', '["representatives"]', '{}'])(
    'refuses the setting %s',
    (setting) => {
      expect(() => synthesize([], { publicRegister: setting })).toThrow(
        'publicRegister: true, false or a list of type,',
      );
    },
  );

  it.each([
    '{"help":"javascript:alert(1)"}',
    '{"helps":"https://x.example"}',
    '{"phone":"call us"}',
    '{"hours":{"es":"Lunes"}}',
    '{"hours":" "}',
    'x',
  ])('has a stage that refuses the page links %s', (links) => {
    expect(() => synthesize([], { links })).toThrow('links: JSON with help');
  });

  it.each(['Tegucigalpa', 'America/Nowhere', 'UTC', '', 'Etc/GMT+6', '+06:00', 'US/Pacific'])(
    'has a stage that refuses the time zone %s',
    (timeZone) => {
      expect(() => synthesize([], { timeZone })).toThrow('timeZone: an IANA time zone of a place');
    },
  );

  it.each(['{"name":""}', '{"vat":"1"}', '"Office"', 'x', '{"taxNumber":801}'])(
    'has a stage that refuses the receipt issuer %s',
    (receiptIssuer) => {
      expect(() => synthesize([], { receiptIssuer })).toThrow('receiptIssuer: JSON with name');
    },
  );
});
