"""Rights of the roles that services act in: the emulator judges requests by their signature, and asks nobody here."""

import contextvars

from ministack.core import iam_evaluator
from ministack.core.responses import get_account_id, get_region
from ministack.services import lambda_svc, stepfunctions
from ministack.services.cloudformation import provisioners


def refusal(role_arn, action, resource, context=None):
    """Why a role may not do this, or None. AWS would fail with it when the service acts."""
    if not role_arn:
        return "no role is named"
    role, account = role_arn.rsplit("/", 1)[-1], get_account_id()
    asked = iam_evaluator.EvalContext(
        principal_arn=f"arn:aws:sts::{account}:assumed-role/{role}/service",
        principal_type="AssumedRole",
        principal_account=account,
        action=action,
        resource_arn=resource,
        region=get_region(),
        service_context=context or {},
    )
    policies = iam_evaluator._gather_role_policies(role, account)
    if iam_evaluator.evaluate(asked, policies).decision == "Allow":
        return None
    return f"{role} is not authorized to perform: {action} on resource: {resource}"


def roles_of_workflows():
    """Step Functions calls tasks in the role of the state machine; the emulator asks nobody."""
    run, call = stepfunctions._run_execution, stepfunctions._call_lambda
    role = contextvars.ContextVar("workflow-role", default="")

    def scoped(execution_arn, *args, **named):
        execution = stepfunctions._executions.get(execution_arn) or {}
        machine = stepfunctions._state_machines.get(execution.get("stateMachineArn", "")) or {}
        role.set(machine.get("roleArn", ""))
        return run(execution_arn, *args, **named)

    def judged(function, event):
        why = refusal(role.get(), "lambda:InvokeFunction", function)
        if why:
            raise stepfunctions._ExecutionError("Lambda.AWSLambdaException", why)
        return call(function, event)

    stepfunctions._run_execution = scoped
    stepfunctions._call_lambda = judged


def roles_of_event_sources():
    """An event source mapping reads in the role of its function, and writes what it gives up to its queue; AWS refuses to make one that
    may not, the emulator asks nobody."""
    handlers = provisioners._RESOURCE_HANDLERS["AWS::Lambda::EventSourceMapping"]
    create = handlers["create"]
    reads = {
        "dynamodb": ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"),
        "sqs": ("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"),
    }

    def judged(logical_id, props, stack_name):
        source = props["EventSourceArn"]
        _function, config, _ = lambda_svc._get_func_record_for_ref(props["FunctionName"])
        wanted = [(action, source) for action in reads[source.split(":")[2]]]
        given_up = ((props.get("DestinationConfig") or {}).get("OnFailure") or {}).get("Destination")
        if given_up:
            wanted.append(("sqs:SendMessage", given_up))
        for action, resource in wanted:
            why = refusal(config["Role"], action, resource)
            if why:
                raise ValueError(f"The function's execution role: {why}")
        return create(logical_id, props, stack_name)

    handlers["create"] = judged
