import type { Subscribers } from './alarm-topics.ts';
import type { FoundBucket, FoundTable } from './ask-restored.ts';
import type { Zone } from './hosted-zone.ts';
import type { Settings } from './read-deployment.ts';

/** What AWS reports about the account and region. For a failed request it has the reason. */
export interface Account {
  readonly id: Asked<string>;
  readonly region: string;
  readonly lambda: Asked<{
    /** How many functions may run in parallel, and how many of these executions are unreserved. */
    readonly concurrent: number;
    readonly unreserved: number;
    /** What functions of this stage have already reserved. */
    readonly own: number;
  }>;
  readonly gateway: Asked<{
    readonly requestsPerSecond: number;
    /** The role for API Gateway's logs; null if the account has none. */
    readonly logRole: string | null;
  }>;
  readonly gatewayKeys: Asked<number>;
  readonly mail: Asked<{
    /** Whether SES sends to unverified addresses. */
    readonly production: boolean;
    readonly sending: boolean;
    readonly perDay: number;
    readonly perSecond: number;
    /** HEALTHY, PROBATION or SHUTDOWN. */
    readonly enforcement: string;
  }>;
  /** Whether SES may send for the sender: as its address or as its domain. */
  readonly senderVerified: Asked<boolean>;
  /** The restored table and bucket that the deployment names; null if it does not exist. Absent: the deployment names none. */
  readonly restoredTable?: Asked<FoundTable | null>;
  readonly restoredDocuments?: Asked<FoundBucket | null>;
  /** The settings of the last deployment; null if they were not stored. */
  readonly settings: Asked<Settings | null>;
  /** Absent: the deployment has no domain in a hosted zone. */
  readonly zone?: Asked<Zone | null>;
  readonly topics: readonly {
    readonly topic: string;
    readonly subscribers: Asked<Subscribers | null>;
  }[];
  /** The version of the CDK's bootstrap stack; null if the account has none. */
  readonly bootstrapVersion: Asked<number | null>;
}

export type Asked<T> = { readonly said: T } | { readonly unknown: string };
