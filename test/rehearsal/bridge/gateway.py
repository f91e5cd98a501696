"""API Gateway: what the import of a definition leaves out, and whose key a usage plan counts."""

import contextvars
import json

from ministack.services import apigateway_v1 as gateway
from roles import refusal


def api_definitions():
    """The import of an API's definition leaves out: the source of keys, binary media types, gateway responses, validators, `ANY`, and of
    integrations the role, templates and answers. They are set with the emulator's own calls."""
    import_api = gateway._import_rest_api

    def answered(response):
        status, _headers, body = response
        if status >= 400:
            raise ValueError(body)
        return json.loads(body)

    def resource_of(api_id, path):
        return next(key for key, each in gateway._resources[api_id].items() if each["path"] == path)

    def whole(spec, base_data=None):
        data = {
            **(base_data or {}),
            "apiKeySource": spec.get("x-amazon-apigateway-api-key-source", "HEADER"),
            "binaryMediaTypes": spec.get("x-amazon-apigateway-binary-media-types", []),
        }
        any_method = "x-amazon-apigateway-any-method"
        paths = {
            path: {("any" if method == any_method else method): operation for method, operation in methods.items()}
            for path, methods in spec["paths"].items()
        }
        api_id = import_api({**spec, "paths": paths}, data)
        for kind, response in (spec.get("x-amazon-apigateway-gateway-responses") or {}).items():
            answered(gateway._put_gateway_response(api_id, kind, response))
        validators = {
            name: answered(gateway._create_request_validator(api_id, {"name": name, **validator}))["id"]
            for name, validator in (spec.get("x-amazon-apigateway-request-validators") or {}).items()
        }
        for path, methods in paths.items():
            for method, operation in methods.items():
                declared = gateway._resources[api_id][resource_of(api_id, path)]["resourceMethods"][method.upper()]
                declared["requestValidatorId"] = validators.get(operation.get("x-amazon-apigateway-request-validator"))
                declared["requestParameters"] = {
                    f"method.request.{'querystring' if each['in'] == 'query' else each['in']}.{each['name']}": each.get("required", False)
                    for each in operation.get("parameters", [])
                }
                integration = operation["x-amazon-apigateway-integration"]
                resource, verb = resource_of(api_id, path), method.upper()
                known = {key: value for key, value in integration.items() if key != "responses"}
                answered(gateway._put_integration(api_id, resource, verb, {**known, "type": integration["type"].upper()}))
                for pattern, response in (integration.get("responses") or {}).items():
                    put = {**response, "selectionPattern": "" if pattern == "default" else pattern}
                    answered(gateway._put_integration_response(api_id, resource, verb, str(response["statusCode"]), put))
        return api_id

    gateway._OPENAPI_HTTP_METHODS.add("any")
    gateway._import_rest_api = whole


usage_key = contextvars.ContextVar("usage-key", default=None)


def roles_of_api_gateway():
    """API Gateway calls functions in the role that the definition names; the emulator asks nobody."""
    proxy, authorize = gateway._invoke_lambda_proxy_v1, gateway._invoke_authorizer_lambda

    def denied(uri, credentials):
        why = refusal(credentials, "lambda:InvokeFunction", gateway._extract_lambda_ref_from_integration_uri(uri))
        if why:
            gateway.logger.error("API Gateway: %s", why)
        return why

    async def invoke(integration, *args, **named):
        if denied(integration.get("uri", ""), integration.get("credentials")):
            return gateway._gw_error("API_CONFIGURATION_ERROR", "Internal server error")
        return await proxy(integration, *args, **named)

    async def ask(authorizer, event, account_id, region):
        if denied(authorizer.get("authorizerUri", ""), authorizer.get("authorizerCredentials")):
            return None
        result = await authorize(authorizer, event, account_id, region)
        body = (result or {}).get("body")
        answer = json.loads(body) if isinstance(body, (str, bytes)) else body
        usage_key.set(answer.get("usageIdentifierKey") if isinstance(answer, dict) else None)
        return result

    gateway._invoke_lambda_proxy_v1 = invoke
    gateway._invoke_authorizer_lambda = ask


def metering_by_the_authorizer():
    """With `apiKeySource: AUTHORIZER` the usage plan counts the key that the authorizer names; the emulator looks at the header alone."""
    execute, from_header = gateway._execute_in_scope, gateway._api_key_from_request
    source = contextvars.ContextVar("key-source", default="HEADER")

    async def scoped(request, api_id, *args):
        source.set((gateway._rest_apis.get(api_id) or {}).get("apiKeySource", "HEADER"))
        usage_key.set(None)
        return await execute(request, api_id, *args)

    gateway._execute_in_scope = scoped
    gateway._api_key_from_request = lambda headers: usage_key.get() if source.get() == "AUTHORIZER" else from_header(headers)


def one_key_for_a_value():
    """API Gateway refuses a second key of the same value; the emulator makes it."""
    create = gateway._create_api_key

    def once(data):
        if any(key["value"] == data.get("value") for key in gateway._api_keys.values()):
            return gateway._v1_error("ConflictException", "API Key already exists", 409)
        return create(data)

    gateway._create_api_key = once
