import { PageQuery } from '../../kernel/contracts/pagination.ts';
import { operatorErrors } from '../../kernel/http/error-cases.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { NameCollisionPage } from '../contracts/admin-names.ts';

export const adminListNameCollisions = defineRoute({
  operationId: 'adminListNameCollisions',
  method: 'GET',
  path: '/admin/v1/name_collisions',
  entry: 'functions/admin/codes.ts',
  summary: 'List legal entities whose names count as the same',
  description:
    'Names are compared without the characters that nobody sees; names that were registered before may differ in such a character alone. Those that collide stand together. `holdsName` says for whom the name is kept: where nobody holds it, anybody can take it.',
  tag: 'Operators: codes and names',
  auth: { scheme: 'operator' },
  query: PageQuery,
  response: NameCollisionPage,
  example: {
    response: {
      data: [
        {
          id: '7e9d2a64-1c3b-4f58-9a70-5b6c7d8e9f01',
          optionId: 'llc',
          name: 'Ac\u200bme',
          spelledOut: 'Ac<U+200B>me',
          residentPermitNumber: '81234567890123',
          dissolutionDate: null,
          holdsName: false,
          collidesWith: ['3a5c7e91-2b4d-4f60-8a9b-0c1d2e3f4a5b'],
        },
      ],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: operatorErrors,
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  spec: 'admin 7',
});
