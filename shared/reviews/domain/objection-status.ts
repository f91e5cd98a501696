/** How the objections to a filing stand; it follows from the filing alone. */
export const objectionStatuses = ['open', 'answered', 'closed'] as const;
export type ObjectionStatus = (typeof objectionStatuses)[number];
