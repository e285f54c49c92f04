from django.urls import path

from config.web import health, metrics, pages, sitemaps

urlpatterns = [
    path("health/live", health.live, name="health_live"),
    path("health/ready", health.ready, name="health_ready"),
    path("metrics", metrics.metrics, name="metrics"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("sw.js", pages.worker, name="service_worker"),
    path("offline/", pages.offline, name="offline"),
    path("favicon.ico", pages.favicon, name="favicon"),
    path("robots.txt", pages.robots, name="robots"),
    path("sitemap.xml", sitemaps.site_map, name="sitemap"),
]
