"""Positions among message ids, which are ULIDs."""

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_TIME_CHARS = 10
_RANDOM_CHARS = 16


def position_before(message_id: str, seconds: float) -> str:
    """The position `seconds` before an id: every id that was made later than that is above it."""
    time = 0
    for char in message_id[:_TIME_CHARS]:
        time = time * 32 + _ALPHABET.index(char)
    rest = max(0, time - round(seconds * 1000))
    text = ""
    for _ in range(_TIME_CHARS):
        rest, digit = divmod(rest, 32)
        text = _ALPHABET[digit] + text
    return text + "0" * _RANDOM_CHARS
