"""What the conditions of policies ask of a request, and the emulator does not know."""

import contextvars
import json
import re

import ministack.app as app
from ministack.core import iam_actions, iam_evaluator
from ministack.core.responses import get_account_id, get_region
from ministack.services import dynamodb


def tls_ends_in_front():
    """Requests count as encrypted: the rehearsal speaks HTTP on loopback, and the policies of both buckets refuse that, rightly."""
    pin = app.pin_request_origin
    app.pin_request_origin = lambda source_ip, _secure: pin(source_ip, True)


class Asked(str):
    """ARN of a resource, with what conditions may ask of the request for it alone."""

    def __new__(cls, arn, context):
        asked = super().__new__(cls, arn)
        asked.context = context
        return asked


def conditions_of_resources():
    """A request that asks for several resources has conditions for each: the emulator has one set for all of them."""
    enforce = iam_evaluator.enforce

    def judged(access_key, iam_action, service, region, resource_arn="*", service_context=None):
        context = {**(service_context or {}), **getattr(resource_arn, "context", {})}
        return enforce(access_key, iam_action, service, region, resource_arn=resource_arn, service_context=context)

    iam_evaluator.enforce = judged


def leading_keys():
    """`dynamodb:LeadingKeys` of writes, which the emulator does not know, and every write of ours is allowed by: each item of a
    transaction has its own."""

    def partition(detail):
        table = dynamodb._tables.get(str(detail.get("TableName", "")).rsplit("/", 1)[-1])
        if not table:
            return []
        name = next(key["AttributeName"] for key in table["KeySchema"] if key["KeyType"] == "HASH")
        item = detail.get("Key") or detail.get("Item") or {}
        for asked, value in re.findall(r"([#\w]+)\s*=\s*(:\w+)", detail.get("KeyConditionExpression") or ""):
            if (detail.get("ExpressionAttributeNames") or {}).get(asked, asked) == name:
                item = {name: detail["ExpressionAttributeValues"][value]}
        return list(item.get(name, {}).values())[:1]

    transaction_checks = iam_actions.dynamodb_transaction_checks
    service_context = iam_actions.dynamodb_service_context

    def checks_with_keys(iam_action, body, region, account_id):
        checks = transaction_checks(iam_action, body, region, account_id)
        details = [next(iter(item.values())) for item in json.loads(body)["TransactItems"]] if checks else []
        result = []
        for (action, arn), detail in zip(checks, details, strict=True):
            keys = partition(detail)
            result.append((action, Asked(arn, {"dynamodb:LeadingKeys": keys} if keys else {})))
        return result

    def keys_of_batch(tables):
        keys = [
            partition({"TableName": table, "Key": key})
            for table, asked in tables.items()
            for key in (asked["Keys"] if isinstance(asked, dict) else [])
        ]
        return sorted({value for found in keys for value in found})

    def context_with_keys(body):
        context, data = service_context(body), json.loads(body or b"{}")
        keys = partition(data) if "TableName" in data else keys_of_batch(data.get("RequestItems") or {})
        return {**context, **({"dynamodb:LeadingKeys": keys} if keys else {})}

    iam_actions.dynamodb_transaction_checks = checks_with_keys
    iam_actions.dynamodb_service_context = context_with_keys


def mail_has_resources():
    """`ses:SendEmail` is asked for on the identity of the sender's domain and on the configuration set, with `ses:FromAddress`, as SES
    does; the emulator asks for `*`, which no policy of ours grants."""
    resource_arn, enforce_ses = iam_actions._ses_v2_resource_arn, app._enforce_ses_v2
    asked = contextvars.ContextVar("ses-resource", default=None)

    def named(method, path, body, region, account_id):
        return asked.get() or resource_arn(method, path, body, region, account_id)

    def enforce_each(method, path, headers, body, query_params, request_id):
        if method != "POST" or not path.endswith("/outbound-emails"):
            return enforce_ses(method, path, headers, body, query_params, request_id)
        mail = json.loads(body)
        sender = re.search(r"<?([^<>\s]+@[^<>\s]+?)>?$", mail["FromEmailAddress"]).group(1)
        names = [f"identity/{sender.partition('@')[2]}"]
        if mail.get("ConfigurationSetName"):
            names.append(f"configuration-set/{mail['ConfigurationSetName']}")
        for name in names:
            arn = f"arn:aws:ses:{get_region()}:{get_account_id()}:{name}"
            token = asked.set(Asked(arn, {"ses:FromAddress": sender}))
            try:
                denied = enforce_ses(method, path, headers, body, query_params, request_id)
            finally:
                asked.reset(token)
            if denied:
                return denied
        return None

    iam_actions._ses_v2_resource_arn = named
    app._enforce_ses_v2 = enforce_each


def batches_of_queues():
    """Batches of SQS are allowed by the action for one message (SendMessage allows SendMessageBatch); the emulator asks for actions that
    IAM does not have."""
    enforce = iam_evaluator.enforce

    def judged(access_key, iam_action, *args, **named):
        return enforce(access_key, re.sub(r"^(sqs:\w+)Batch$", r"\1", iam_action), *args, **named)

    iam_evaluator.enforce = judged
