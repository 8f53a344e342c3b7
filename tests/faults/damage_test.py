"""What a killed run left is damaged, cut, emptied or partly lost, by hand or by a power failure. A run that resumes it
ends with the right image, or it says what is wrong."""

import os
import unittest

from tiff_places import tiff_places
from trials import IN_BLOCKS, ONE_PASS, TWO_PASSES, FaultTest, remove

LOST_WRITES = os.environ.get("PREAMAR_LOST_WRITES")


class DamageTest(FaultTest):
    def prepare(self):
        """A run in blocks, and the pixels of its result; of a pyramid, also those of its next level."""
        pick = self.random
        call = pick.choice(TWO_PASSES + ONE_PASS[:1])
        self.output = self.place / pick.choice(["out.tif", "out.ome.zarr"])
        more = ["--compression", "none"] if pick.random() < 0.5 else []
        if self.output.suffix == ".zarr":
            more += pick.choice([[], [], ["--pyramid", "nearest"], ["--chunk", "128,128", "--shard", "256,256"]])
        words = [call[0], self.image("tissue"), *call[1:], "-o", self.output.name, "--threads", pick.choice([1, 2]),
                 *IN_BLOCKS, *more]
        self.note(*words[:1], *words[2:])
        self.right = self.expected(call, self.image("tissue"), "tissue")
        self.next_level = self.level_expected(call, words) if "--pyramid" in more else None
        return words

    def level_expected(self, call, words):
        key = (call, "level 1")
        if key not in self.known:
            whole = self.folder / "levels.ome.zarr"
            self.call(*words[:2], *call[1:], "-o", whole, "--pyramid", "nearest", "--overwrite", "--quiet")
            self.known[key] = self.pixels(whole / "1")
        return self.known[key]

    def left(self):
        """Where a killed run left what it had, beside its output."""
        return self.place / f"{self.output.name}.work"

    def is_right(self):
        return self.pixels(self.output) == self.right and (
            self.next_level is None or self.pixels(self.output / "1") == self.next_level)

    def judge(self, code, message):
        self.note(f"ended with {code} {message.strip()}")
        if code == 0 and not self.is_right():
            self.wrong("the image differs" if self.pixels(self.output) else "the image cannot be read")
        elif code != 0 and self.output.exists() and not self.is_right():
            self.fault("the output is there and not right")
        if code == 0:
            self.require_nothing_left()

    def resume(self, words):
        """Twice at most; then a new run, for which what was left is removed by hand, ends with 0."""
        for _ in range(2):
            code, message = self.run_now([*words, "--resume"])
            self.judge(code, message)
            if code == 0:
                return
            if self.output.exists():  # the run had finished before, and may say so
                if self.left().name not in message:
                    self.require_nothing_left()
                return
        remove(self.left())
        code, message = self.run_now(words)
        self.judge(code, message)
        if code != 0:
            self.fault("nothing was left, but a new run failed")


class ByHand(DamageTest):
    def test_damage(self):
        self.run_trials(100, self.trial)

    def trial(self):
        words = self.prepare()
        while not self.begin_and_kill(words) or self.output.exists():
            for path in (self.output, self.left()):
                remove(path)
        self.damage()
        if self.random.random() < 0.3:  # and again
            self.begin_and_kill([*words, "--resume"], most=0.5)
            self.damage()
        self.resume(words)

    def damage(self):
        pick = self.random
        files = [path for path in sorted(self.left().rglob("*")) if path.is_file()]
        if not files:
            return self.note("nothing was left")
        kind = pick.choice(["a file", "a file", "some files", "most files", "tiles", "tables", "a folder", "nothing"])
        self.note("damaged:", kind)
        of_output = [path for path in files if path.is_relative_to(self.left() / "partial")]
        if kind in ("tiles", "tables"):
            tiff = self.left() / "partial"
            if tiff.is_file():
                return self.zero_tiles(tiff, *tiff_places(tiff.read_bytes()), kind)
            files = of_output or files
        if kind == "a folder":
            folder = pick.choice([path.parent for path in files])
            if folder != self.place:
                self.note(folder.relative_to(self.place))
                return remove(folder)
        share = {"nothing": 0, "some files": 0.2, "most files": 0.8}.get(kind)
        if share is None:
            chosen = [pick.choice(of_output if of_output and pick.random() < 0.5 else files)]
        else:
            chosen = [path for path in files if pick.random() < share]
        for path in chosen:
            self.damage_file(path)

    def damage_file(self, path):
        pick = self.random
        size = path.stat().st_size
        how = pick.choice(["zeroed", "garbled", "cut", "emptied", "removed"])
        self.note(how, path.relative_to(self.place))
        if how == "removed":
            return path.unlink()
        if how in ("cut", "emptied"):
            return os.truncate(path, pick.randrange(size) if how == "cut" and size else 0)
        begin = pick.choice([0, pick.randrange(size + 1)])
        bytes_new = min(size - begin, pick.choice([16, 4096, 160 << 10, size]))
        with path.open("r+b") as file:
            file.seek(begin)
            file.write(bytes(bytes_new) if how == "zeroed" else pick.randbytes(bytes_new))

    def zero_tiles(self, path, tables, tiles, kind):
        """Data without tables, or tables without data."""
        places = tables if kind == "tables" else [tile for tile in tiles if self.random.random() < 0.5] or tiles[:1]
        with path.open("r+b") as file:
            for begin, end in places:
                if kind == "tables":  # some of their words
                    begin += 8 * self.random.randrange((end - begin) // 8 + 1)
                file.seek(begin)
                file.write(bytes(end - begin))


@unittest.skipUnless(LOST_WRITES, "PREAMAR_LOST_WRITES names the library lost_writes")
class PowerFailure(DamageTest):
    def test_lost_writes(self):
        self.run_trials(100, self.trial)

    def with_library(self, words, **settings):
        stash = self.folder / "stash"
        remove(stash)
        stash.mkdir()
        environment = {f"LOST_WRITES_{name}": str(value) for name, value in settings.items()}
        run = self.begin(words, {"LD_PRELOAD": LOST_WRITES, "LOST_WRITES_FOLDER": str(self.place.resolve()),
                                 "LOST_WRITES_STASH": str(stash), **environment})
        return self.end(run, counts=False)

    def steps(self, words):
        """How many changes and flushes such a run makes."""
        key = ("steps", *words[:1], *words[2:])
        if key not in self.known:
            count = self.folder / "count"
            code, message = self.with_library(words, COUNT=count)
            self.assertEqual((code, self.is_right()), (0, True), message)
            self.known[key] = int(count.read_text())
            remove(self.output)
        return self.known[key]

    def test_killed_while_it_clears_up(self):
        """Kill -9 at each of the last steps: the result has its name, and a run that resumes ends with 0."""
        self.output = self.place / "out.ome.zarr"
        words = ["fill_holes", self.image("tissue"), "-o", self.output.name, "--threads", 1, *IN_BLOCKS]
        self.right, self.next_level = self.expected(("fill_holes",), words[1], "tissue"), None
        last = self.steps(words)
        for at in (*range(last - 12, last + 1), last - 40, last - 100):
            code, message = self.with_library(words, AT=at, KEPT=1)
            self.assertLessEqual(code, 0, message)  # 0: it took fewer steps than the run that was counted
            is_known = (self.left() / "record" / "identity").exists()
            self.assertTrue(is_known or self.is_right(), at)
            kept = [path.name for path in self.left().rglob("*")]
            self.assertTrue(is_known or set(kept) <= {"made-by-preamar", "record", "layout-0", "commit-0-0"}, (at, kept))
            if is_known:
                self.assertEqual(self.run_now([*words, "--resume"]), (0, ""), at)
            self.assertTrue(self.is_right(), at)
            remove(self.output)
            remove(self.left())

    def trial(self):
        pick = self.random
        words = self.prepare()
        if pick.random() < 0.2:  # whole
            at = words.index(IN_BLOCKS[0])
            del words[at:at + len(IN_BLOCKS)]
        is_in_blocks = IN_BLOCKS[0] in words
        most = int(self.steps(words) * 1.1) + 2
        for again in range(pick.choice([1, 1, 2]) if is_in_blocks else 1):
            at, names, seed = pick.randrange(1, most), pick.randrange(2), pick.randrange(1 << 30)
            self.note(f"LOST_WRITES_AT={at} LOST_WRITES_NAMES={names} LOST_WRITES_SEED={seed}")
            code, message = self.with_library([*words, *["--resume"][:again]], AT=at, NAMES=names, SEED=seed)
            self.note(f"ended with {code} {message.strip()}")
            if code == 0:  # the power failed after the run had said that it was done
                if not self.is_right():
                    self.wrong("the run had ended with 0")
                return
            if self.output.exists() and not self.is_right():
                self.fault("the output is there and not right")
        if is_in_blocks:
            return self.resume(words)
        code, message = self.run_now([*words, "--overwrite"])
        self.judge(code, message)
        if code != 0:
            self.fault("a new run failed")


if __name__ == "__main__":
    unittest.main()
