"""What schemathesis must not send, because the description cannot say that it is refused (docs/contract-notes/reference.md)."""

import unicodedata

import schemathesis

# Unassigned, private use, surrogates and format characters: which they are depends on the version of Unicode.
REFUSED = {"Cn", "Co", "Cs", "Cf"}


def is_plain(value):
    if isinstance(value, str):
        return not any(unicodedata.category(character) in REFUSED for character in value)
    if isinstance(value, dict):
        return all(is_plain(key) and is_plain(inner) for key, inner in value.items())
    if isinstance(value, list):
        return all(is_plain(inner) for inner in value)
    return True


@schemathesis.hook
def filter_body(context, body):
    return is_plain(body)
