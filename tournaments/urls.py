"""Addresses of the tournaments."""

from django.urls import path

from tournaments.views import edit, event, event_data, event_posts, lists

app_name = "tournaments"

urlpatterns = [
    path("", lists.tournament_list, name="list"),
    path("calendar/", lists.calendar, name="calendar"),
    path("mine/", lists.mine, name="mine"),
    path("new/", lists.new, name="new"),
    path("new/about/", lists.about, name="about"),
    path("series/<slug:key>/stop/", lists.stop_series, name="stop_series"),
    path("<slug:slug>/", event.page, name="event"),
    path("<slug:slug>/round/<int:number>/", event.round_page, name="round"),
    path("<slug:slug>/round/<int:number>/draw.json", event_data.draw_json, name="draw_json"),
    path("<slug:slug>/round/<int:number>/pod/<int:pod>/", event.pod_page, name="pod"),
    path("<slug:slug>/standings/", event.standings, name="standings"),
    path("<slug:slug>/standings.json", event_data.standings_json, name="standings_json"),
    path("<slug:slug>/standings.csv", event_data.standings_csv, name="standings_csv"),
    path("<slug:slug>/edit/", edit.edit, name="edit"),
    path("<slug:slug>/state.json", event_data.state_json, name="state_json"),
    path("<slug:slug>/log/", event.log, name="log"),
    path("<slug:slug>/replays/", event.replays, name="replays"),
    path("<slug:slug>/register/", event_posts.register, name="register"),
    path("<slug:slug>/withdraw/", event_posts.withdraw, name="withdraw"),
    path("<slug:slug>/check-in/", event_posts.check_in, name="check_in"),
    path("<slug:slug>/pause/", event_posts.pause, name="pause"),
    path("<slug:slug>/unpause/", event_posts.unpause, name="unpause"),
    path("<slug:slug>/start/", event_posts.start, name="start"),
    path("<slug:slug>/postpone/", event_posts.postpone, name="postpone"),
    path("<slug:slug>/cancel/", event_posts.cancel, name="cancel"),
    path("<slug:slug>/add/", event_posts.add, name="add"),
    path("<slug:slug>/remove/", event_posts.remove, name="remove"),
    path("<slug:slug>/replace/", event_posts.replace, name="replace"),
    path("<slug:slug>/redraw/", event_posts.redraw, name="redraw"),
    path("<slug:slug>/void/", event_posts.void, name="void"),
    path("<slug:slug>/correct/", event_posts.correct, name="correct"),
    path("<slug:slug>/go-on/", event_posts.go_on, name="go_on"),
    path("<slug:slug>/invite/", event_posts.invite, name="invite"),
]
