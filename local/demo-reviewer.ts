/** Whose account decides reviews on this machine, unless REVIEWERS says otherwise. */
export const demoReviewer = 'reviewers@registry.example';

/** Whose account is the demo's registry operator. */
export const demoOperator = 'operators@registry.example';
