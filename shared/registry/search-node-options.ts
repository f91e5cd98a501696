/**
 * How Node runs where the registry is searched: with a small space for young objects, so that garbage does not outgrow
 * the registry. A million names stay below 300 MB resident with it, and take up to 340 without (docs/decisions/0047).
 * Lambda hands `NODE_OPTIONS` to Node: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html.
 */
export const searchNodeOptions = '--max-semi-space-size=2';
