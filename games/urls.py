"""Addresses of the games."""

from django.urls import path

from games.views import lobby, replay, table

app_name = "games"

urlpatterns = [
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.new, name="new"),
    path("tables/play-now/", lobby.play_now, name="play_now"),
    path("tables/quick/", lobby.quick_seat, name="quick_seat"),
    path("t/<slug:slug>/", table.table, name="table"),
    path("t/<slug:slug>/view.json", table.view_json, name="view_json"),
    path("t/<slug:slug>/join/", table.join, name="join"),
    path("t/<slug:slug>/leave/", table.leave, name="leave"),
    path("t/<slug:slug>/start/", table.start, name="start"),
    path("t/<slug:slug>/act/", table.act, name="act"),
    path("t/<slug:slug>/resume/", table.resume, name="resume"),
    path("t/<slug:slug>/rematch/", table.rematch, name="rematch"),
    path("t/<slug:slug>/kick/", table.kick, name="kick"),
    path("t/<slug:slug>/react/", table.react, name="react"),
    path("t/<slug:slug>/invite/", table.invite, name="invite"),
    path("t/<slug:slug>/block/", table.block, name="block"),
    path("t/<slug:slug>/replay/", replay.replay, name="replay"),
    path("t/<slug:slug>/replay/plies/", replay.plies, name="replay_plies"),
    path("t/<slug:slug>/record.json", replay.record_json, name="record_json"),
    path("t/<slug:slug>/record.txt", replay.record_txt, name="record_txt"),
    path("t/<slug:slug>/log.json", replay.log_json, name="log_json"),
]
