import { describe, expect, it } from 'vitest';
import { describeApi } from '../../shared/reference/openapi/document.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

const { paths, components } = describeApi(routes);

describe('forms of OAuth', () => {
  it.each([
    ['TokenRequest', ['grant_type']],
    ['TokenQuestion', ['token']],
    ['DeviceRequest', ['scope']],
    ['AuthorizationParameters', ['client_id']],
  ])('%s says what is required, and that other fields are ignored', (name, required) => {
    const form = components.schemas[name];
    expect(form).toMatchObject({ type: 'object', required });
    expect(form).not.toHaveProperty('additionalProperties');
  });

  it('name the grants', () => {
    expect(components.schemas['GrantType']).toEqual({
      type: 'string',
      enum: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    });
    expect(components.schemas['TokenRequest']).toMatchObject({
      properties: { grant_type: { $ref: '#/components/schemas/GrantType' } },
    });
  });

  it('say the same of parameters in an address', () => {
    const parameters = paths['/api/oauth/authorize']?.['get']?.parameters;
    expect(parameters).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ name: 'client_id', in: 'query', required: true }),
        expect.objectContaining({ name: 'response_type', in: 'query', required: false }),
      ]),
    );
  });
});
