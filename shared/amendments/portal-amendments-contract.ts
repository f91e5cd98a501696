/** The page of an amendment, for links to it. */
export function amendmentPath(entityId: string, filingId: string) {
  return `/portal/legal-entities/${entityId}/amendments/${filingId}/sign` as const;
}
