/** The account that decides reviews on this machine, unless REVIEWERS names others. */
export const demoReviewer = 'reviewers@registry.example';

/** Whose account is the demo's registry operator. */
export const demoOperator = 'operators@registry.example';
