"""How static files are named and packed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Names carry a hash of the content, inside JavaScript imports too: a browser never mixes two releases."""

    support_js_module_import_aggregation = True
