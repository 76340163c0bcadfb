"""Connect the genuine client to the server named on the command line."""

import sys
import warnings
from enum import Enum

warnings.simplefilter("ignore")

import argilla as rg  # noqa: E402
from argilla.client.feedback.schemas import enums  # noqa: E402

# The client puts enums into addresses by format(), which Python 3.11 changed to print `SortOrder.asc`. This restores what the client was
# written for; the server must not accept the other spelling.
for member in vars(enums).values():
    if isinstance(member, type) and issubclass(member, str) and issubclass(member, Enum):
        member.__format__ = lambda self, spec: format(self.value, spec)

URL, OWNER_KEY = sys.argv[1], sys.argv[2]


def connect(api_key=OWNER_KEY, workspace=None):
    rg.init(api_url=URL, api_key=api_key, workspace=workspace)


def refused(call, *errors):
    """Run what must fail; answer the failure's text."""
    try:
        call()
    except errors as error:
        return str(error)
    raise AssertionError(f"{call} was not refused")
