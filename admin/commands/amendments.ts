import type { Group } from '../command.ts';

export const amendments: Group = {
  name: 'amendments',
  about: 'Changes of name and principal office of legal entities',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'show',
      about: 'Show what is proposed, and who signed it',
      method: 'GET',
      path: '/amendments/{id}',
      example: 'amendments show 9c2f6a1d-5b3e-4f70-8d21-6e4a0b7c8f15',
    },
  ],
};
