"""Shared infrastructure: database threads, requests, money, numbers and caches."""
