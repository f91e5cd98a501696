import { describe, expect, it } from 'vitest';
import { revised } from '../../../shared/kernel/domain/same-value.ts';

const client = { name: 'Bookkeeper', scopes: ['openid', 'email'], active: true, note: null };

describe('revised', () => {
  it('sets what is given and leaves what is absent or undefined', () => {
    expect(revised(client, { active: false, name: undefined })).toEqual({
      next: { ...client, active: false },
      changes: { active: false },
    });
  });

  it('replaces a list as a whole, its order included', () => {
    expect(revised(client, { scopes: ['email', 'openid'] }).changes).toEqual({
      scopes: ['email', 'openid'],
    });
    expect(revised(client, { scopes: [] }).changes).toEqual({ scopes: [] });
  });

  it('knows a revision that says nothing new', () => {
    const { next, changes } = revised(client, { ...client, scopes: ['openid', 'email'] });
    expect({ next, changes }).toEqual({ next: client, changes: {} });
  });
});
