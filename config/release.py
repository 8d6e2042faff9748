"""What tells one release of the site's pages from another: `{% release %}`, in every template."""

from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Library

register = Library()


@register.simple_tag
def release() -> str:
    """Return a hash over all static files; nothing where these are served as they are on disk (DEBUG, tests)."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))
