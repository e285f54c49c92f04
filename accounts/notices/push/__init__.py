"""Push messages: notices that a device shows while no page of the site is open (Web Push).

The browser gives us an address at its maker's push service. Messages are encrypted for the device
(RFC 8291) and signed with the site's key (VAPID, RFC 8292).
"""
