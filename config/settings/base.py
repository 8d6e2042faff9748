"""Settings shared by every stack. Each stack's own file says only what differs."""

import os
from pathlib import Path

from config import env, logs
from config.periodic import BEAT_SCHEDULE, QUEUES

BASE_DIR = Path(__file__).resolve().parent.parent.parent

INSTALLED_APPS = [
    "daphne",
    "config.apps.BoundedAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "allauth",
    "allauth.account",
    "config.apps.SiteConfig",
    "accounts",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "config.metrics.Requests",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.ContentSecurityPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.NotStored",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.ReaderZone",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.CsrfCookie",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.throttle.Throttle",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["config.release"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
        },
    },
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = os.environ.get("STATIC_ROOT") or BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.storage.StaticStorage"},
}

# Accounts. Why each is as it is: docs/decisions.md, "Accounts".
AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
PASSWORD_HASHERS = [  # scrypt: as strong as the default and half its time
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "add_email": "accounts.forms.AddEmailForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if env.flag("VERIFY_EMAIL", False) else "optional"
ACCOUNT_CHANGE_EMAIL = True  # one address; the new one replaces it once proven
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "3UP 3DOWN: "
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password",)
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 24 * 3600
CSRF_COOKIE_SAMESITE = "Lax"  # readable by scripts: htmx sends it back as a header
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
MAX_BODY_BYTES = 512 * 1024  # config.limits refuses longer ones before Django reads them

# Switches off every rate limit, allauth's too, for scripts that sign up by the hundred. Moves, tables and sockets:
# config.throttle.
RATE_LIMITS = env.flag("RATE_LIMITS", True)
# A stranger can have mails for a new password sent to anybody: ten an hour fill no mailbox, and any of them will do.
RESET_LIMITS = "20/m/ip,5/m/key,10/h/key"
ACCOUNT_RATE_LIMITS = {"guest": "30/m/ip", "reset_password": RESET_LIMITS} if RATE_LIMITS else False

# Celery. No result backend: results live in the database, tasks only say which row to look at.
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "turns"
CELERY_TASK_QUEUES = {queue: {} for queue in QUEUES}
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BEAT_SCHEDULE = BEAT_SCHEDULE
CELERY_BEAT_SCHEDULER = "config.beat:SteadyScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 0.5  # at most the shortest period
CELERY_TIMEZONE = TIME_ZONE
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SEND_TASK_EVENTS = False

# Dotted paths called when an account is deleted, and when a match ends. Explicit lists instead of signals:
# the order is visible and a failing listener is ours to handle.
ACCOUNTS_DELETING = [  # with the user; events first, so that they know the seats that games gives up
    "tournaments.services.leave_everything",
    "games.services.leave_everything",
]
ACCOUNTS_BANNED = [  # with the user, who is shut out from then on
    "tournaments.services.withdraw_everywhere",
    "games.services.leave_tables",
]
ACCOUNTS_SIGNED_OUT = ["games.broadcast.signed_out"]  # with the user's id, when sessions end
GAMES_MATCH_FINISHED = ["tournaments.services.match_finished"]  # with a games.listeners.MatchResult
GAMES_CLOCK_SET_BACK = ["tournaments.services.clock_set_back"]  # with the moment after which all is ahead; by how much
GAMES_MATCH_REMOVED = ["tournaments.services.match_removed"]  # with the event_key of a match whose records are gone

FRONT_DOOR = None  # host and port at which web processes look whether people get through to them
SAYS_WEB_IS_HERE = False  # whether web processes note that they are; where they end with the workers nobody asks

# What games and tournaments need of the accounts without knowing them.
GAMES_WELCOME_GUEST = "accounts.views.welcome_guest"  # request -> None once a guest is signed in, or the refusal
GAMES_PREFERENCES = "accounts.preferences.for_request"  # request -> the reader's preferences
MAIL_ADDRESS = "accounts.emails.proven"  # user -> where mail about games and tournaments goes; "": nowhere

# Who may read /metrics: whoever sends the token, and these addresses. Nobody by default.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
METRICS_FROM = env.networks(env.words("METRICS_FROM"))
METRICS_DIR = ""  # counts stay in the process

LOGGING = logs.configuration(os.environ.get("LOGS") or "text")
