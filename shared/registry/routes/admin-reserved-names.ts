import { PageOf, PageQuery } from '../../kernel/contracts/pagination.ts';
import { ById } from '../../kernel/contracts/text.ts';
import { invalidBody, notFound, operatorErrors } from '../../kernel/http/error-cases.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  ReservedName,
  ReservedNameAnswer,
  ReserveName,
} from '../contracts/admin-reserved-names.ts';

const entry = 'functions/admin/codes.ts';
const tag = 'Operators: codes and names';
const auth = { scheme: 'operator' } as const;

const exampleReservedName = {
  id: 'c1a4c7d2-8f0b-4b1e-9d55-2f8e4a6b7c90',
  name: 'Central Bank',
  optionId: null,
  reason: 'Misleading',
  createdAt: '2026-01-16T09:30:00.000Z',
};

export const adminReserveName = defineRoute({
  operationId: 'adminReserveName',
  method: 'POST',
  path: '/admin/v1/reserved_names',
  entry,
  summary: 'Keep a name back from applicants',
  description: 'Without `optionId`, for entities of every option.',
  tag,
  auth,
  body: ReserveName,
  response: ReservedNameAnswer,
  example: {
    request: { name: 'Central Bank', reason: 'Misleading' },
    response: { data: exampleReservedName },
  },
  errors: [
    invalidBody,
    ...operatorErrors,
    { status: 409, error: 'This name is already reserved', code: 'reserved_name.taken' },
  ],
  table: 'read',
  writes: { put: ['audit', 'listed', 'reservedName', 'reservedNameId'] },
  spec: 'admin 7',
});

export const adminListReservedNames = defineRoute({
  operationId: 'adminListReservedNames',
  method: 'GET',
  path: '/admin/v1/reserved_names',
  entry,
  summary: 'List all reserved names',
  description: 'Newest first.',
  tag,
  auth,
  query: PageQuery,
  response: PageOf(ReservedName),
  example: {
    response: { data: [exampleReservedName], pagination: { limit: 50, nextCursor: null } },
  },
  errors: operatorErrors,
  table: 'read',
  spec: 'admin 7',
});

export const adminReleaseName = defineRoute({
  operationId: 'adminReleaseName',
  method: 'DELETE',
  path: '/admin/v1/reserved_names/{id}',
  entry,
  summary: 'Give a reserved name free',
  description: 'Applicants can have it from now on.',
  tag,
  auth,
  params: ById,
  response: ReservedNameAnswer,
  example: { response: { data: exampleReservedName } },
  errors: [...operatorErrors, notFound],
  table: 'read',
  writes: { put: ['audit'], delete: ['listed', 'reservedName', 'reservedNameId'] },
  spec: 'admin 7',
});
