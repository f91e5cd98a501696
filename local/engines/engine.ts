/** A stand-in for an AWS service that listens on the loopback interface. */
export type Engine = {
  /** Base address, such as `http://127.0.0.1:41234`, for the SDK's `endpoint` option. */
  readonly endpoint: string;
  /** Closes the listener and every connection. Safe to call twice. */
  readonly stop: () => Promise<void>;
};

/** The region, account and credentials of every local engine. */
export const localAws = {
  region: 'eu-west-1',
  account: '000000000000',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;
