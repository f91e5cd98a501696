import * as z from 'zod/mini';
import { Name } from './text.ts';

/** A name that stands as a signature, with what its signer is told. */
export const SignerName = z.pipe(
  z
    .string({ error: 'Enter your full name' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'Enter your full name' }),
      z.maxLength(200, { error: 'The name must have at most 200 characters' }),
    ),
  Name(200),
);
