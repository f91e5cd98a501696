import { createHash } from 'node:crypto';

/** An id in the form of all others, of which whatever is documented has one for each kind of document. */
export function documentIdOf(subjectId: string, slug: string): string {
  const digest = createHash('sha256').update(`${subjectId}/${slug}`).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
