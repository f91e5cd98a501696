/** Regions in which CloudFormation does not support SES (the resource types of cfn-lint 1.58.0, November 2026). */
export const regionsWithoutMail: readonly string[] = [
  'ap-east-1',
  'ap-east-2',
  'ap-southeast-4',
  'ap-southeast-6',
  'ap-southeast-7',
  'eu-south-2',
  'mx-central-1',
  'cn-north-1',
  'cn-northwest-1',
];
