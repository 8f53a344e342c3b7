"""The input of a trial, `specimen.EXT`, and what can be done to its files while a run reads it."""

import os
import random
import shutil

from trials import remove

# Sizes that stay where pixels change need images without compression.
KINDS = {"zarr": (".ome.zarr", "--chunk", "256,256"), "plain zarr": (".ome.zarr", "--chunk", "256,256", "--compression",
                                                                     "none"),
         "tiff": (".tif", "--compression", "zstd"), "plain tiff": (".tif", "--compression", "none"),
         "metaimage": (".mhd",), "nrrd": (".nhdr", "--compression", "none")}
PLAIN = [kind for kind in KINDS if kind not in ("zarr", "tiff")]


class Specimen:
    def __init__(self, test, kind, instance):
        self.test, self.kind, self.instance = test, kind, instance
        self.random = test.random
        self.ending = KINDS[kind][0]
        self.path = test.place / f"specimen{self.ending}"
        self.restore()

    def original(self, instance=None):
        """An image of another instance, in files of the same kind and layout."""
        return self.test.image(instance or self.instance, *KINDS[self.kind])

    def restore(self):
        """The files as they were, in new ones."""
        place, original = self.path.parent, self.original()
        for path in list(place.glob("specimen*")) + list(place.glob("moved*")):
            remove(path)
        if original.is_dir():
            shutil.copytree(original, self.path)
        else:
            shutil.copy(original, self.path)
        if self.is_detached:
            raw = original.with_suffix(".raw")
            self.path.write_bytes(original.read_bytes().replace(raw.name.encode(), b"specimen.raw"))
            shutil.copy(raw, self.data)
        self.give_away()

    def give_away(self):
        """To the user that runs the program."""
        if not self.test.who:
            return
        for path in self.path.parent.glob("specimen*"):
            for item in [path, *path.rglob("*")]:
                os.chown(item, self.test.who["user"], self.test.who["group"], follow_symlinks=False)

    @property
    def is_folder(self):
        return self.ending == ".ome.zarr"

    @property
    def is_detached(self):
        return self.ending in (".mhd", ".nhdr")

    @property
    def data(self):
        """The file of the pixels."""
        return self.path.with_suffix(".raw") if self.is_detached else self.path

    def chunks(self):
        return sorted(path for path in (self.path / "0" / "c").rglob("*") if path.is_file())

    def some_file(self):
        return self.random.choice(self.chunks()) if self.is_folder else self.data

    # What makes an input unreadable. Each returns a function that makes it readable again.

    def unreadable(self, path):
        mode = path.stat().st_mode
        path.chmod(0)
        return lambda: path.chmod(mode)

    def moved(self, path):
        aside = self.path.parent / "moved"
        path.rename(aside)
        return lambda: aside.rename(path)

    def linked(self, path, to):
        """A link to nowhere, or to itself, in the place of a file."""
        back = self.moved(path)
        path.symlink_to(to)

        def undo():
            path.unlink()
            back()
        return undo

    def folder_instead(self, path):
        back = self.moved(path)
        path.mkdir()

        def undo():
            path.rmdir()
            back()
        return undo

    def deleted(self, path):
        remove(path)
        return self.restore

    def cut(self, path):
        os.truncate(path, int(path.stat().st_size * random.Random(self.random.random()).choice([0, 0.3, 0.9])))
        return self.restore

    def replaced(self, other):
        """Another image takes the name at once, as an atomic rename does it."""
        new = self.path.parent / "moved"
        new.write_bytes((self.original(other).with_suffix(".raw") if self.is_detached else self.original(other))
                        .read_bytes())
        if self.test.who:
            os.chown(new, self.test.who["user"], self.test.who["group"])
        os.replace(new, self.data)
        return self.restore

    # What changes pixels, and leaves sizes and times of change as they were.

    def change(self, other):
        """Some pixels become those of another image, in place or in new files; their times are set back."""
        if self.is_folder:
            chunks = self.chunks()
            for path in self.random.sample(chunks, self.random.randrange(1, len(chunks) + 1)):
                self.rewrite(path, (self.original(other) / path.relative_to(self.path)).read_bytes())
            return
        original = self.original(other)
        source = (original.with_suffix(".raw") if self.is_detached else original).read_bytes()
        bytes_now = bytearray(self.data.read_bytes())
        assert len(bytes_now) == len(source)
        size = self.random.choice([256 * 256, len(source) // 4, len(source)])
        begin = self.random.randrange(0, len(source) - size + 1)
        begin = max(begin, 4096)  # after the header, which is the same in both
        bytes_now[begin:begin + size] = source[begin:begin + size]
        self.rewrite(self.data, bytes(bytes_now))

    def rewrite(self, path, content):
        times = [(item, item.stat()) for item in (path, *path.parents) if item.is_relative_to(self.path.parent)]
        if self.random.random() < 0.7:
            with path.open("r+b") as file:
                file.write(content)
        else:
            new = path.with_name("new")
            new.write_bytes(content)
            os.replace(new, path)
        for item, status in times:
            os.utime(item, ns=(status.st_atime_ns, status.st_mtime_ns))
