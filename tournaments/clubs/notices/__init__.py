"""Notifications about clubs: news, requests, invitations and roles."""
