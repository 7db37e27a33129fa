"""What schemathesis has to know about the contract beside the document."""

import schemathesis

# What no schema of single parameters can say, and the API says by a code of its own: exactly these refusals of well-formed input are right.
REFUSED_BY_STATE = {
    "invalid_cursor",  # which cursors a list takes, only the list knows
    "conflicting_parameters",  # cursor and waitSeconds exclude each other
    "empty_filter",  # signs that a filter does not look at
    "repeated_value",  # include names a part twice
    "empty_query",  # signs that a search does not look at
    "idempotency_mismatch",  # one Idempotency-Key, two bodies
    "quota_exceeded",  # what a plan has room for
    "invalid_range",  # the first day after the last one
    "expires_in_past",  # a time that has passed
    "public_suffix",  # under which names many have theirs, a list says
    "hostname_not_covered",  # which hosts a domain receives for
    "hostname_required",  # only a wildcard needs it
    "last_owner",  # a service keeps an owner
    "api_key_revoked",  # once
    "api_key_not_active",  # nothing to rotate any more
    "confirmation_mismatch",  # the name of the record
    "password_required",  # a lock's first time
    "blocked_address",  # where events may be sent to, the installation says
    "too_many_webhooks",  # a thousand in a service, fifty that get an event
    "invalid_logo",  # which bytes are an image, no pattern says
    "forbidden_key",  # __proto__, deep in unknown fields
}


@schemathesis.hook
def before_call(context, case, kwargs):
    """
    Makes calls that wait lead somewhere, and soon: of all waits only the longest stays one, of a second. A visitor's answer has an object
    named `address`, which schemathesis puts into paths that name the full address.
    """
    path = case.path_parameters or {}
    if isinstance(path.get("address"), dict):
        path["address"] = path["address"]["full"]
    query = case.query or {}
    try:
        seconds = int(str(query.get("waitSeconds")))
    except ValueError:
        return
    if 0 <= seconds <= 60:
        query["waitSeconds"] = 1 if seconds == 60 else 0
        query.pop("cursor", None)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Lets go of refusals by state; every other finding stays."""
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    details = response.json()["error"].get("details", [])
    return not any(detail["code"] in REFUSED_BY_STATE for detail in details)
