import * as z from 'zod/mini';
import { locales } from '../domain/locale.ts';

/** In which language the page of a signature was shown; the page fills it in. */
export const PageLanguage = z.optional(z.enum(locales));
