"""The JSON answer that every POST of the site gives when asked: {"ok", "seq", "error", "url"}."""

from django.http import HttpRequest, HttpResponse, JsonResponse


def wants_json(request: HttpRequest) -> bool:
    """True for `Accept: application/json`; a browser's `*/*` asks for a page."""
    accept = request.headers.get("Accept", "")
    return "application/json" in accept and "text/html" not in accept


def as_json(
    *, error: str | None = None, url: str | None = None, status: int = 200, cookies: HttpResponse | None = None
) -> JsonResponse:
    """An answer; `cookies` of another response go along."""
    answer = JsonResponse({"ok": status < 400, "seq": None, "error": error, "url": url}, status=status)
    if cookies is not None:
        answer.cookies.update(cookies.cookies)
    return answer
