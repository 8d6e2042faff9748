"""The custom user. Everything else about a person hangs on this row."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person with a seat at the site: a member, or a guest until they sign up."""

    is_guest = models.BooleanField(default=False)
