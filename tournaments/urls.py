from django.urls import path

from tournaments import views

urlpatterns = [path("<slug:slug>/<int:number>/", views.settlement, name="settlement")]
