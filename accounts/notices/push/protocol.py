"""Encryption and signature of push messages (RFC 8291, RFC 8292), and the site's key for it."""

import base64
import binascii
import time
from email.utils import parseaddr
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import transaction
from py_vapid import Vapid02

from accounts.cipher import Cipher, DecryptionError
from accounts.notices.push.models import PushDevice, PushKey

cipher = Cipher(b"big-two-club: push key")

#: Seconds for which a signature is valid; push services accept at most a day.
SIGNATURE_SECONDS = 12 * 60 * 60
#: Lengths in bytes of a point on the curve P-256, and of a device's shared secret.
POINT_BYTES, AUTH_BYTES = 65, 16


def encoded(data: bytes) -> str:
    """Return the bytes as URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of URL-safe base64, with or without padding.

    :raises ValueError: the text has other characters or a wrong length
    """
    text = text.rstrip("=")
    try:
        padded = text + "=" * (-len(text) % 4)
        return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("no base64") from error


def check_device_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError unless these are a point on the curve and a secret of the right length."""
    point = decoded(p256dh)
    if len(point) != POINT_BYTES or len(decoded(auth)) != AUTH_BYTES:
        raise ValueError("wrong length")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def public_key() -> str:
    """Return the site's public key, with which browsers subscribe. One query once it exists.

    A pair that can't be decrypted is not replaced: that would end the subscriptions of all devices,
    although perhaps only a setting is wrong (`forget_key`).

    :raises DecryptionError: no key decrypts the private part
    """
    row = _stored_pair()
    cipher.decrypt(row.private)
    return row.public


def forget_key() -> int:
    """Delete the site's pair of keys and all devices; return the number of devices.

    They subscribed with that pair. A new pair is made when a user turns on push messages again.
    """
    with transaction.atomic():
        PushKey.objects.all().delete()
        count = PushDevice.objects.count()
        PushDevice.objects.all().delete()
    return count


def _stored_pair() -> PushKey:
    """Return the pair of keys, made on the first call; of two processes, both get the same."""
    known = PushKey.objects.first()
    if known is None:
        known, _new = PushKey.objects.get_or_create(pk=1, defaults=_new_pair())
    return known


def _new_pair() -> dict[str, str]:
    """Return the columns of a new pair of keys."""
    made = ec.generate_private_key(ec.SECP256R1())
    point = made.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    secret = made.private_numbers().private_value.to_bytes(32, "big")
    return {"public": encoded(point), "private": cipher.encrypt(encoded(secret))}


def reencrypt_key() -> tuple[int, int]:
    """Encrypt the private key again with the first key; return the numbers of changed and lost."""
    done, rows = 0, list(PushKey.objects.all())
    for row in rows:
        try:
            row.private = cipher.reencrypt(row.private)
        except DecryptionError:
            continue
        row.save(update_fields=["private"])
        done += 1
    return done, len(rows) - done


def signer() -> Vapid02:
    """Return the signer with the site's private key. One query.

    :raises DecryptionError: no key decrypts it
    """
    return Vapid02.from_raw(cipher.decrypt(_stored_pair().private).encode())


def authorization(key: Vapid02, endpoint: str) -> str:
    """Return the header that proves to the endpoint's push service that the site sends this."""
    parts = urlsplit(endpoint)
    site = urlsplit(settings.SITE_URL)
    # The address at which the push service can reach the administrator.
    contact = f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNATURE_SECONDS,
        "sub": settings.SITE_URL if site.scheme == "https" and not site.port else contact,
    }
    return str(key.sign(claims)["Authorization"])


def encrypted(data: bytes, device: PushDevice) -> bytes:
    """Return the message's body, which only the device can read."""
    body: bytes = http_ece.encrypt(
        data,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(device.p256dh),
        auth_secret=decoded(device.auth),
        version="aes128gcm",
    )
    return body
