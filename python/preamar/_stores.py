"""Object stores of the package obstore: Amazon S3, Google Cloud Storage, Azure, and others."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from . import _ext


class _Obstore:
    """The functions that the library calls, from several threads at a time."""

    def __init__(self, store):
        import obstore

        self.obstore, self.store = obstore, store

    def get(self, key, first, count):
        options = None
        if first < 0:
            options = {"range": {"suffix": -first}}
        elif count >= 0:
            options = {"range": (first, first + count)}
        try:
            found = self.obstore.get(self.store, key, options=options)
            meta, (begin, end) = found.meta, found.range
            content = bytes(found.bytes())
        except FileNotFoundError:
            return None
        if len(content) != end - begin:
            raise OSError(f"{key}: {len(content)} bytes came instead of {end - begin}")
        age = (datetime.now(timezone.utc) - meta["last_modified"]).total_seconds()
        return content, begin, meta["size"], _version(meta), max(0, int(age))

    def put(self, key, content):
        self.obstore.put(self.store, key, content)

    def put_if(self, key, content, version):
        exceptions = self.obstore.exceptions
        mode = {"e_tag": version} if version else "create"
        try:
            return _version(self.obstore.put(self.store, key, content, mode=mode, use_multipart=False))
        except (exceptions.AlreadyExistsError, exceptions.PreconditionError, FileNotFoundError):
            return None

    def remove(self, key):
        try:
            self.obstore.delete(self.store, key)
        except FileNotFoundError:
            pass

    def list(self, prefix):
        """obstore's prefixes end at a slash, as ours do."""
        return [(meta["path"], meta["size"], _version(meta))
                for batch in self.obstore.list(self.store, prefix or None) for meta in batch]


def _version(meta):
    return meta.get("e_tag") or meta.get("version") or str(meta.get("last_modified", ""))


def add_store(store: Any) -> str:
    """Make an object store of the package obstore known, and return the beginning of the names of its objects.

    Append a slash and the path of an image. Every function that takes the name of an OME-Zarr file, or reads a TIFF
    file, accepts such names, until the program ends. Use it for Google Cloud Storage, Azure, and logins that ``s3://``
    addresses do not support, such as SSO and roles of machines.

    Parameters
    ----------
    store : obstore.store.ObjectStore
        The store, with its credentials.

    Returns
    -------
    str
        The name of the store, such as ``"store://1"``.

    Examples
    --------
    >>> import obstore.store, preamar
    >>> bucket = preamar.add_store(obstore.store.MemoryStore())
    >>> preamar.write_image(bucket + "/tissue.ome.zarr", preamar.generate("tissue", 256))
    >>> preamar.describe(bucket + "/tissue.ome.zarr").shape
    (256, 256)
    """
    return _ext.add_store(_Obstore(store))
