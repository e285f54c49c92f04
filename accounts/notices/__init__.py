"""Notices to users, on the site and by email.

Packages register their kinds (`senders`) and call `services.notify`.
"""
