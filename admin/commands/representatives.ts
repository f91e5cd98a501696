import type { Group } from '../command.ts';

const path = '/legal_entities/{entity}/representatives/{person}';

export const representatives: Group = {
  name: 'representatives',
  about: 'Representatives of legal entities',
  heading: 'Legal entities',
  commands: [
    {
      name: 'add',
      about: 'Add a representative',
      method: 'PUT',
      path,
      example:
        'representatives add 7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
    {
      name: 'remove',
      about: 'Remove a representative; the person and their keys lose access to the entity',
      method: 'DELETE',
      path,
      example:
        'representatives remove 7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
  ],
};
