/**
 * Metrics as AWS documents them, with the sets of dimensions under which each is stored. An alarm with other dimensions
 * never has data, and never rings. The names are from the chapter "metrics and dimensions" of each service's guide.
 */
export const awsMetrics: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html
  'AWS/ApiGateway': {
    '4XXError': ['ApiName', 'ApiName Stage'],
    '5XXError': ['ApiName', 'ApiName Stage'],
    Count: ['ApiName', 'ApiName Stage'],
  },
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
  'AWS/Lambda': {
    ConcurrentExecutions: ['', 'FunctionName'],
    // Versions behind a weighted alias: https://docs.aws.amazon.com/lambda/latest/dg/configuring-alias-routing.html
    Duration: ['', 'FunctionName', 'ExecutedVersion FunctionName Resource'],
    Errors: ['', 'FunctionName', 'ExecutedVersion FunctionName Resource'],
    Invocations: ['', 'FunctionName'],
    IteratorAge: ['FunctionName'],
    Throttles: ['', 'FunctionName'],
  },
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
  'AWS/DynamoDB': {
    ConsumedReadCapacityUnits: ['TableName', 'GlobalSecondaryIndexName TableName'],
    ConsumedWriteCapacityUnits: ['TableName', 'GlobalSecondaryIndexName TableName'],
    ReadThrottleEvents: ['TableName', 'GlobalSecondaryIndexName TableName'],
    WriteThrottleEvents: ['TableName', 'GlobalSecondaryIndexName TableName'],
  },
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
  'AWS/SQS': {
    ApproximateAgeOfOldestMessage: ['QueueName'],
    ApproximateNumberOfMessagesVisible: ['QueueName'],
  },
  // https://docs.aws.amazon.com/step-functions/latest/dg/procedure-cw-metrics.html
  'AWS/States': {
    ExecutionsAborted: ['StateMachineArn'],
    ExecutionsFailed: ['StateMachineArn'],
    ExecutionsStarted: ['StateMachineArn'],
    ExecutionsTimedOut: ['StateMachineArn'],
  },
  // https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-cloudwatch-alarm.html
  'AWS/SES': {
    'Reputation.BounceRate': ['', 'ses:configuration-set'],
    'Reputation.ComplaintRate': ['', 'ses:configuration-set'],
  },
};
