/** Shape of the table, for CDK and for the local engine alike. */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'ttl',
  indexes: [
    { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
  ],
  streamView: 'NEW_AND_OLD_IMAGES',
} as const;

export type IndexName = (typeof tableSchema.indexes)[number]['name'];
