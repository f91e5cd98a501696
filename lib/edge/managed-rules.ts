/** A rule group that AWS maintains, and which of its rules only count here. */
export interface ManagedRules {
  readonly name: string;
  /** Web ACL capacity units, as AWS lists them. */
  readonly capacity: number;
  /** Rules that would refuse valid requests, with the kind of request. */
  readonly counted: Readonly<Record<string, string>>;
}

const loopback = 'redirect URIs of clients on the same machine: http://127.0.0.1 and http://[::1]';
const addresses = 'addresses in bodies and queries: redirect URIs, origins, websites of applicants';

/**
 * The rule groups in front of the API. Matches that are only counted appear in the web ACL's metrics; the schemas of the route
 * table check these requests anyway. Names are from AWS's documentation ("AWS Managed Rules rule groups list"); WAF would refuse
 * an unknown one in the first deployment.
 */
export const managedRules: readonly ManagedRules[] = [
  {
    name: 'AWSManagedRulesCommonRuleSet',
    capacity: 700,
    counted: {
      NoUserAgent_HEADER: 'programs that send no User-Agent',
      SizeRestrictions_BODY: 'bodies over 8 kB: proofs of 4.5 MB, applications, documents',
      SizeRestrictions_QUERYSTRING:
        'queries over 2 kB: sealed requests of /oauth/consent, and request objects of clients',
      EC2MetaDataSSRF_BODY: loopback,
      EC2MetaDataSSRF_COOKIE: loopback,
      EC2MetaDataSSRF_URIPATH: loopback,
      EC2MetaDataSSRF_QUERYARGUMENTS: loopback,
      GenericRFI_BODY: addresses,
      GenericRFI_QUERYARGUMENTS: addresses,
      GenericRFI_URIPATH: addresses,
      CrossSiteScripting_BODY: 'bytes of files, and texts that people write with < in them',
    },
  },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet', capacity: 200, counted: {} },
  { name: 'AWSManagedRulesAmazonIpReputationList', capacity: 25, counted: {} },
];
