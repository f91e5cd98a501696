import { describe, expect, it } from 'vitest';
import { describeApi } from '../../shared/reference/openapi/document.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

const { paths, components } = describeApi(routes);

describe('OAuth forms in the API description', () => {
  it.each([
    ['TokenRequest', ['grant_type']],
    ['TokenQuestion', ['token']],
    ['DeviceRequest', ['scope']],
    ['AuthorizationParameters', ['client_id']],
  ])('have their required fields and allow others: %s', (name, required) => {
    const form = components.schemas[name];
    expect(form).toMatchObject({ type: 'object', required });
    expect(form).not.toHaveProperty('additionalProperties');
  });

  it('list the grant types', () => {
    expect(components.schemas['GrantType']).toEqual({
      type: 'string',
      enum: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    });
    expect(components.schemas['TokenRequest']).toMatchObject({
      properties: { grant_type: { $ref: '#/components/schemas/GrantType' } },
    });
  });

  it('have the same required fields as query parameters', () => {
    const parameters = paths['/api/oauth/authorize']?.['get']?.parameters;
    expect(parameters).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ name: 'client_id', in: 'query', required: true }),
        expect.objectContaining({ name: 'response_type', in: 'query', required: false }),
      ]),
    );
  });
});
