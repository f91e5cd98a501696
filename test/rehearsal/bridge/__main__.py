"""Starts MiniStack with what it lacks for this service's stacks.

Each gap is one function, which says why. None of them holds code of MiniStack: they call its own functions, with what those leave out. Where
AWS would refuse something for a missing right, so do these.
"""

import conditions
import gateway
import ministack.app as app
import resources
import roles

for bridge in (
    conditions.tls_ends_in_front,
    conditions.conditions_of_resources,
    conditions.leading_keys,
    conditions.batches_of_queues,
    conditions.mail_has_resources,
    resources.records_of_identities,
    resources.secrets_by_arn,
    resources.rotation,
    resources.trials_of_versions,
    resources.executions_end_with_their_workflow,
    resources.metric_math,
    resources.accepted_as_names,
    resources.encryption_of_buckets,
    resources.webhooks_to_this_machine,
    gateway.api_definitions,
    gateway.roles_of_api_gateway,
    gateway.metering_by_the_authorizer,
    gateway.one_key_for_a_value,
    roles.roles_of_workflows,
    roles.roles_of_event_sources,
):
    bridge()
app.main()
