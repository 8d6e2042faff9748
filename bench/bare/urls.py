"""The site's addresses, and one more."""

from django.urls import path

from bench.bare.views import submit
from config.urls import urlpatterns as site

urlpatterns = [path("bare/<int:number>/<int:size>/", submit), *site]
