/** Whose account decides reviews on this machine, unless REVIEWERS says otherwise. */
export const demoReviewer = 'reviewers@registry.example';
