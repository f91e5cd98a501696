import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import {
  CfnDomainName,
  DomainName,
  EndpointAccessMode,
  EndpointType,
  IpAddressType,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { DomainSettings } from './edge-settings.ts';

/**
 * TLS 1.3, and 1.2 with ECDHE and AEAD suites only, for domain names and the API itself (FAPI 2.0, section 5.2.1; BCP
 * 195). `npm run smoke` checks whether a stage complies. An enhanced policy needs an access mode; the strict one also
 * refuses a request for a host other than that of the handshake.
 */
export const tlsPolicy = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
} as const;

/** For domain names and the API itself, so that IPv6-only callers can also reach it. */
export const endpointConfiguration = {
  types: [EndpointType.REGIONAL],
  ipAddressType: IpAddressType.DUAL_STACK,
} as const;

export interface DomainStackProps extends StackProps {
  readonly domain: DomainSettings;
}

/**
 * The service's domain, so that addresses outlive the APIs. With a hosted zone, its records are created and, unless a
 * certificate is given, one that renews itself. Without a zone, an output shows the target. This stack comes before all
 * others that use the name: a certificate whose zone has no delegation waits for hours, and then only this stack is
 * rolled back. A rebuild of the service does not affect it.
 */
export class DomainStack extends Stack {
  constructor(scope: Construct, id: string, { domain: settings, ...props }: DomainStackProps) {
    super(scope, id, props);
    const { name, certificateArn, hostedZone } = settings;
    const zone =
      hostedZone &&
      HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      });
    const certificate =
      certificateArn === undefined
        ? new Certificate(this, 'Certificate', {
            domainName: name,
            validation: CertificateValidation.fromDns(zone),
          })
        : Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const domain = new DomainName(this, 'Domain', {
      domainName: name,
      certificate,
      endpointType: EndpointType.REGIONAL,
      ...tlsPolicy,
    });
    const { defaultChild } = domain.node;
    if (defaultChild instanceof CfnDomainName) {
      Object.assign(defaultChild, {
        endpointConfiguration,
        routingMode: 'ROUTING_RULE_THEN_BASE_PATH_MAPPING',
      });
    }
    if (zone) {
      const target = RecordTarget.fromAlias(new ApiGatewayDomain(domain));
      new ARecord(this, 'Ipv4', { zone, recordName: `${name}.`, target });
      new AaaaRecord(this, 'Ipv6', { zone, recordName: `${name}.`, target });
    }
    new CfnOutput(this, 'DomainTarget', {
      value: domain.domainNameAliasDomainName,
      description: `DNS target of ${name}`,
    });
  }
}
