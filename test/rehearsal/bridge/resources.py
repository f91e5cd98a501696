"""Types of resources that the emulator's CloudFormation lacks, or makes otherwise than AWS."""

import contextvars
import uuid

from ministack.core import iam_evaluator
from ministack.core.concurrency import spawn_background
from ministack.core.responses import get_account_id, get_region, json_response
from ministack.services import lambda_svc, s3, secretsmanager, stepfunctions
from ministack.services.cloudformation import provisioners, stacks


def records_of_identities():
    """The DNS records of a domain's identity, which the emulator's identity does not say. Nobody looks them up here."""
    handlers = provisioners._RESOURCE_HANDLERS["AWS::SES::EmailIdentity"]
    create = handlers["create"]

    def with_records(*args):
        name, attributes = create(*args)
        records = {}
        for number in (1, 2, 3):
            records[f"DkimDNSTokenName{number}"] = f"token{number}._domainkey.{name}"
            records[f"DkimDNSTokenValue{number}"] = f"token{number}.dkim.amazonses.com"
        return name, {**attributes, **records}

    handlers["create"] = with_records


def secrets_by_arn():
    """`Ref` of a secret is its ARN, by which policies and permissions name it; the emulator answers its name."""
    handlers = provisioners._RESOURCE_HANDLERS["AWS::SecretsManager::Secret"]
    create, update, delete = handlers["create"], handlers["update"], handlers["delete"]

    def name_of(physical_id):
        _, secret = secretsmanager._resolve(physical_id)
        return secret["Name"] if secret else physical_id

    def arn_of(answer):
        return secretsmanager._resolve(answer[0])[1]["ARN"], answer[1]

    handlers["create"] = lambda *args: arn_of(create(*args))
    handlers["update"] = lambda physical_id, *args: arn_of(update(name_of(physical_id), *args))
    handlers["delete"] = lambda physical_id, *args: delete(name_of(physical_id), *args)


def rotation():
    """`AWS::SecretsManager::RotationSchedule`, which the emulator has not, and a rotation that calls the function: its own copies the
    secret. In a deployment the four steps run within it, so that one that fails fails it; AWS runs them behind it."""

    def run(secret_id, token):
        _, secret = secretsmanager._resolve(secret_id)
        arn = secret["RotationLambdaARN"]
        for step in ("createSecret", "setSecret", "testSecret", "finishSecret"):
            function, config, _ = lambda_svc._get_func_record_for_ref(arn)
            event = {"Step": step, "SecretId": secret["ARN"], "ClientRequestToken": token}
            result = lambda_svc._execute_function_with_config_scope(lambda_svc._execution_record_for_config(function, config), event)
            if result.get("error"):
                raise ValueError(f"rotation step {step} failed: {result.get('body')}")

    def refuse_strangers(secret):
        arn = secret["RotationLambdaARN"]
        policy, account = lambda_svc.function_policy_for_arn(arn) or ({}, get_account_id())
        asked = iam_evaluator.EvalContext(
            principal_arn="secretsmanager.amazonaws.com",
            principal_type="Service",
            principal_account=account,
            action="lambda:InvokeFunction",
            resource_arn=arn,
            region=get_region(),
            service_context={"aws:sourcearn": secret["ARN"], "aws:sourceaccount": account},
        )
        if iam_evaluator.evaluate_resource_policy(policy, asked, service="secretsmanager.amazonaws.com").decision != "Allow":
            raise ValueError(f"Secrets Manager cannot invoke the specified Lambda function {arn}")

    def rotate_secret(data):
        _, secret = secretsmanager._resolve(data.get("SecretId"))
        if not secret or not secret.get("RotationLambdaARN"):
            return rotate_by_copy(data)
        token = data.get("ClientRequestToken") or str(uuid.uuid4())
        spawn_background(contextvars.copy_context().run, run, secret["ARN"], token)
        return json_response({"ARN": secret["ARN"], "Name": secret["Name"], "VersionId": token})

    rotate_by_copy = secretsmanager._rotate_secret
    secretsmanager._rotate_secret = rotate_secret

    def apply(props):
        _, secret = secretsmanager._resolve(props["SecretId"])
        secret["RotationLambdaARN"] = props["RotationLambdaARN"]
        secret["RotationRules"] = props.get("RotationRules", {})
        secret["RotationEnabled"] = True
        if str(props.get("RotateImmediatelyOnUpdate", True)).lower() != "false":
            refuse_strangers(secret)
            run(props["SecretId"], str(uuid.uuid4()))
        return props["SecretId"], {}

    def stop(physical_id, _props):
        _, secret = secretsmanager._resolve(physical_id)
        if secret:
            secret["RotationEnabled"] = False

    provisioners._RESOURCE_HANDLERS["AWS::SecretsManager::RotationSchedule"] = {
        "create": lambda _logical_id, props, _stack: apply(props),
        "update": lambda _physical_id, _old, props, _stack: apply(props),
        "delete": stop,
    }
    on_worker = stacks._runs_on_worker_thread
    # A function that runs on the event loop could never be answered.
    stacks._runs_on_worker_thread = lambda kind: kind == "AWS::SecretsManager::RotationSchedule" or on_worker(kind)


def trials_of_versions():
    """CodeDeploy, which the emulator has not: applications and groups are taken as names, and an alias changes at once."""
    for kind, name in (("Application", "ApplicationName"), ("DeploymentGroup", "DeploymentGroupName")):
        provisioners._RESOURCE_HANDLERS[f"AWS::CodeDeploy::{kind}"] = {
            "create": lambda _logical_id, props, _stack, name=name: (props[name], {}),
            "update": lambda _physical_id, _old, props, _stack, name=name: (props[name], {}),
            "delete": lambda _physical_id, _props: None,
        }


def executions_end_with_their_workflow():
    """A workflow that its stack deletes takes its executions along, as the emulator's own DeleteStateMachine does: the names of executions
    are free again, and nothing may rely on them after a rebuild."""
    provisioners._RESOURCE_HANDLERS["AWS::StepFunctions::StateMachine"]["delete"] = lambda physical_id, _props: (
        stepfunctions._delete_state_machine({"stateMachineArn": physical_id})
    )


def metric_math():
    """Alarms and their arithmetic: the emulator refuses `Metrics`. Such an alarm is taken with the first of its metrics, and is never
    judged rightly: nothing here asks whether alarms ring."""
    record = provisioners._cw_metric_alarm_record

    def taken(name, props):
        if not props.get("Metrics"):
            return record(name, props)
        metric = next(each["MetricStat"] for each in props["Metrics"] if "MetricStat" in each)
        simple = {"Namespace": metric["Metric"]["Namespace"], "MetricName": metric["Metric"]["MetricName"], "Period": metric["Period"]}
        return record(name, {**{key: value for key, value in props.items() if key != "Metrics"}, **simple})

    provisioners._cw_metric_alarm_record = taken


def accepted_as_names():
    """Types that the emulator lacks and nothing here calls: the rules that lead from the domain to an API, where the firewall stands and what it logs, the budget, the trail of documents, what is backed up, and
    GuardDuty's plan. They are taken as names."""
    for kind in (
        "AWS::ApiGatewayV2::RoutingRule",
        "AWS::Backup::BackupSelection",
        "AWS::Budgets::Budget",
        "AWS::CloudTrail::Trail",
        "AWS::GuardDuty::MalwareProtectionPlan",
        "AWS::WAFv2::LoggingConfiguration",
        "AWS::WAFv2::WebACLAssociation",
    ):
        provisioners._RESOURCE_HANDLERS[kind] = {
            "create": lambda logical_id, _props, stack: (f"{stack}-{logical_id}", {}),
            "update": lambda physical_id, _old, _props, _stack: (physical_id, {}),
            "delete": lambda _physical_id, _props: None,
        }


def encryption_of_buckets():
    """A bucket's own key, which the emulator's CloudFormation leaves out. Objects are then stored with it, and say so."""
    handlers = provisioners._RESOURCE_HANDLERS["AWS::S3::Bucket"]
    create = handlers["create"]

    def encrypted(logical_id, props, stack):
        name, attributes = create(logical_id, props, stack)
        for rule in props.get("BucketEncryption", {}).get("ServerSideEncryptionConfiguration", []):
            key = rule.get("ServerSideEncryptionByDefault", {}).get("KMSMasterKeyID")
            if not key:
                continue
            inner = f"<SSEAlgorithm>aws:kms</SSEAlgorithm><KMSMasterKeyID>{key}</KMSMasterKeyID>"
            by = f"<ApplyServerSideEncryptionByDefault>{inner}</ApplyServerSideEncryptionByDefault>"
            body = f'<ServerSideEncryptionConfiguration xmlns="{s3.S3_NS}"><Rule>{by}</Rule></ServerSideEncryptionConfiguration>'
            s3._put_bucket_encryption(name, body.encode())
        return name, attributes

    handlers["create"] = encrypted


def webhooks_to_this_machine():
    """The receiver of the rehearsal is on loopback, which webhooks of a deployed function never call: a setting of the laptop allows it."""
    handlers = provisioners._RESOURCE_HANDLERS["AWS::Lambda::Function"]

    def allowed(props):
        environment = props.get("Environment", {})
        return {**props, "Environment": {"Variables": {**environment.get("Variables", {}), "WEBHOOKS_TO": "loopback"}}}

    create, update = handlers["create"], handlers["update"]
    handlers["create"] = lambda logical_id, props, stack: create(logical_id, allowed(props), stack)
    handlers["update"] = lambda physical_id, old, props, stack: update(physical_id, old, allowed(props), stack)
