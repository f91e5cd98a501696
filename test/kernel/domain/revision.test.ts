import { describe, expect, it } from 'vitest';
import { revised } from '../../../shared/kernel/domain/same-value.ts';

const client = { name: 'Bookkeeper', scopes: ['openid', 'email'], active: true, note: null };

describe('revised', () => {
  it('sets given fields and keeps absent or undefined ones', () => {
    expect(revised(client, { active: false, name: undefined })).toEqual({
      next: { ...client, active: false },
      changes: { active: false },
    });
  });

  it('replaces lists as a whole, including their order', () => {
    expect(revised(client, { scopes: ['email', 'openid'] }).changes).toEqual({
      scopes: ['email', 'openid'],
    });
    expect(revised(client, { scopes: [] }).changes).toEqual({ scopes: [] });
  });

  it('recognizes a revision without changes', () => {
    const { next, changes } = revised(client, { ...client, scopes: ['openid', 'email'] });
    expect({ next, changes }).toEqual({ next: client, changes: {} });
  });
});
