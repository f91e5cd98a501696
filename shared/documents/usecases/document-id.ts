import { createHash } from 'node:crypto';

/** A document's id, in the form of all ids: it follows from what is documented and the kind of document. */
export function documentIdOf(subjectId: string, slug: string): string {
  const digest = createHash('sha256').update(`${subjectId}/${slug}`).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
