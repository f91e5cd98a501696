/** The name of the database in which the search's PostgreSQL has the registry. */
export const searchDatabase = 'registry';
