/**
 * The script of `/docs`, which was the reference once: places of the reference lead to where it is now. Browsers don't
 * tell the service what stands behind `#`.
 */
export const oldPlacesScript = `if (/^#(?:tag|model|description|webhook)\\b/.test(location.hash)) location.replace('docs/reference' + (/^#tag\\/operators-/.test(location.hash) ? '?api=operators' : '') + location.hash);
`;
