import type { operations } from './description.ts';
import type { operationTable } from './operations.ts';

/** The name of an operation, as the description of the service has it. */
export type OperationId = keyof typeof operationTable & keyof operations;

type PathOf<O> = O extends { parameters: { path: infer P } } ? { readonly path: P } : unknown;
type QueryOf<O> = O extends { parameters: { query: infer Q } }
  ? { readonly query: Q }
  : O extends { parameters: { query?: infer Q } }
    ? { readonly query?: NonNullable<Q> }
    : unknown;
/** A body with a file is sent as `FormData`. */
type ContentOf<C> = C extends { 'multipart/form-data': unknown } ? FormData : C[keyof C];
type BodyOf<O> = O extends { requestBody: { content: infer C } }
  ? { readonly body: ContentOf<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { readonly body?: ContentOf<C> }
    : unknown;

/** What an operation is sent: its `path`, `query` and `body`, as far as it has them. */
export type Input<I extends OperationId> = PathOf<operations[I]> &
  QueryOf<operations[I]> &
  BodyOf<operations[I]>;

type JsonOf<O> = O extends { responses: { 200: { content: { 'application/json': infer T } } } }
  ? T
  : unknown;

/** What it answers. */
export type Answer<I extends OperationId> = JsonOf<operations[I]>;

/** What it answers with status 202: with a key that needs its owner's approval, the approval that waits. */
export type Accepted<I extends OperationId> = operations[I] extends {
  responses: { 202: { content: { 'application/json': infer T } } };
}
  ? T
  : never;

/** Operations that answer page after page. */
export type PagedId = {
  [I in OperationId]: Answer<I> extends {
    data: unknown[];
    pagination: { nextCursor: string | null };
  }
    ? I
    : never;
}[OperationId];

/** Feeds: they are read on from the last event that one has. */
export type FeedId = 'listEvents' | 'listLegalEntityChanges';

export type ItemOf<I extends OperationId> = Answer<I> extends { data: (infer T)[] } ? T : never;
