from django.urls import path

from config.web import health, metrics, sitemaps, views

urlpatterns = [
    path("health/live", health.live, name="health_live"),
    path("health/ready", health.ready, name="health_ready"),
    path("metrics", metrics.metrics, name="metrics"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.worker, name="service_worker"),
    path("offline/", views.offline, name="offline"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", sitemaps.site_map, name="sitemap"),
]
