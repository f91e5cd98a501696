/** The account that decides reviews on this machine, unless REVIEWERS lists others. */
export const demoReviewer = 'reviewers@registry.example';

/** The account of the demo's registry operator. */
export const demoOperator = 'operators@registry.example';
