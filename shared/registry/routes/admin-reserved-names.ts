import { PageOf, PageQuery } from '../../kernel/contracts/pagination.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ReservedName, ReservedNameAnswer, ReserveName } from '../contracts/admin-entities.ts';
import * as registryErrors from '../errors/registry-errors.ts';

const shared = {
  entry: 'functions/admin/codes.ts',
  tag: 'Operators: codes and names',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 7',
} as const;

const exampleReservedName = {
  id: 'c1a4c7d2-8f0b-4b1e-9d55-2f8e4a6b7c90',
  name: 'Central Bank',
  optionId: null,
  reason: 'Misleading',
  createdAt: '2026-01-16T09:30:00.000Z',
};

export const adminReserveName = defineRoute({
  ...shared,
  operationId: 'adminReserveName',
  method: 'POST',
  path: '/admin/v1/reserved_names',
  summary: 'Reserve a name',
  description: 'Without `optionId`, the name is reserved for every kind of entity.',
  body: ReserveName,
  response: ReservedNameAnswer,
  example: {
    request: { name: 'Central Bank', reason: 'Misleading' },
    response: { data: exampleReservedName },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors, registryErrors.reservedNameTaken],
  writes: { put: ['audit', 'listed', 'reservedName', 'reservedNameId'] },
});

export const adminListReservedNames = defineRoute({
  ...shared,
  operationId: 'adminListReservedNames',
  method: 'GET',
  path: '/admin/v1/reserved_names',
  summary: 'List all reserved names',
  description: 'Newest first.',
  query: PageQuery,
  response: PageOf(ReservedName),
  example: {
    response: { data: [exampleReservedName], pagination: { limit: 50, nextCursor: null } },
  },
  errors: apiErrors.operatorErrors,
});

export const adminReleaseName = defineRoute({
  ...shared,
  operationId: 'adminReleaseName',
  method: 'DELETE',
  path: '/admin/v1/reserved_names/{id}',
  summary: 'Release a reserved name',
  description: 'Applicants can now use it.',
  params: ById,
  response: ReservedNameAnswer,
  example: { response: { data: exampleReservedName } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit'], delete: ['listed', 'reservedName', 'reservedNameId'] },
});
