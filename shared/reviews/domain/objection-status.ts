/** The state of the objections to a filing, derived from the filing alone. */
export const objectionStatuses = ['open', 'answered', 'closed'] as const;
export type ObjectionStatus = (typeof objectionStatuses)[number];
