import type { operations } from './description.ts';
import type { operationTable } from './operations.ts';

/** The name of an operation in the API description. */
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

/** The input of an operation: `path`, `query` and `body`, if the operation has them. */
export type Input<I extends OperationId> = PathOf<operations[I]> &
  QueryOf<operations[I]> &
  BodyOf<operations[I]>;

type JsonOf<O> = O extends { responses: { 200: { content: { 'application/json': infer T } } } }
  ? T
  : unknown;

/** The JSON that an operation returns. */
export type Answer<I extends OperationId> = JsonOf<operations[I]>;

/** The JSON that an operation returns with status 202: the approval that the call waits for. */
export type Accepted<I extends OperationId> = operations[I] extends {
  responses: { 202: { content: { 'application/json': infer T } } };
}
  ? T
  : never;

/** Operations that return pages. */
export type PagedId = {
  [I in OperationId]: Answer<I> extends {
    data: unknown[];
    pagination: { nextCursor: string | null };
  }
    ? I
    : never;
}[OperationId];

/** Feeds: each page continues after the last event. */
export type FeedId = 'listEvents' | 'listLegalEntityChanges';

export type ItemOf<I extends OperationId> = Answer<I> extends { data: (infer T)[] } ? T : never;
