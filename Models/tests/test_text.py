"""The scripts of the text models, on a few drawn photographs and sentences."""

import json
import sys
import unittest

import cv2
import numpy as np

import drawn
from script_tests import GOING_ON, MODELS, ScriptTestCase, once

SENTENCES = ("The harbour opens at six in the morning.", "Tickets are sold at the office near the gate!", "Where is platform 9?", "Do not lean out.")
HELD = 29  # the number of a photograph that no training sees
LINE = (320, 32)  # pixels of a line's picture
PAGE = """<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Layout><Page WIDTH="1200" HEIGHT="400">
<TextLine><Shape><Polygon POINTS="30 50 600 50 600 150 30 150"/></Shape><String CONTENT="Ring the bell"/></TextLine>
<TextLine HPOS="30" VPOS="200" WIDTH="100" HEIGHT="40"><String CONTENT=""/></TextLine></Page></Layout></alto>"""
LETTER = PAGE.replace("<TextLine><Shape>", '<TextLine BASELINE="40 120 590 120"><Shape>')


class TextScripts(ScriptTestCase):
    model = "text"

    @once
    def packs(cls):
        """Texts, photographs of which the text is known, and transcribed lines."""
        (cls.folder / "texts").mkdir()
        for language in ("en", "ru", "el"):
            (cls.folder / f"texts/{language}.txt").write_text("\n".join(SENTENCES))
        rows = []
        for number in (0, 1, 2, 3, HELD):
            path = drawn.write(cls.sets / f"photos/{number}.jpg", drawn.scene(number, 320, 240))
            corners = [[20, 20], [120, 20], [120, 40], [20, 40]]
            lines = [{"corners": corners, "text": "gate 7", "score": 0.99}] if number % 2 else []
            rows.append(json.dumps({"file": str(path), "set": "photos", "size": [320, 240], "lines": lines}))
        (cls.folder / "taught").mkdir()
        (cls.folder / "taught/quads.jsonl").write_text("\n".join(rows) + "\n")
        page = np.full((200, 600, 3), 240, np.uint8)
        cv2.putText(page, "Ring the bell", (20, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 2)
        drawn.write(cls.sets / "ehri/page.png", page)
        # The page of the transcription is twice as large as the picture.
        (cls.sets / "ehri/page.xml").write_text(PAGE)
        cls.script("listed.py", cls.sets / "ehri")
        common = ["--texts", cls.folder / "texts", "--fonts", cls.folder / "fonts.json"]
        cls.script("lines.py", *common, "--photos", cls.sets / "photos", "--output", cls.packed / "lines", "--lines", 60, "--shards", 2)
        (cls.packed / "lines/000001.npz").rename(cls.packed / "lines/held.npz")
        pages = ["--taught", cls.folder / "taught", "--output", cls.packed / "pages"]
        cls.script("pages.py", *common, *pages, "--pages", 26, "--shards", 1)
        cls.script("pages.py", *common, *pages, "--pages", 6, "--seed", 50, "--held")
        drawn.write(cls.sets / "letters/page.png", page)
        (cls.sets / "letters/page.xml").write_text(LETTER)
        cls.script("written.py", "--sets", cls.sets / "letters", "--output", cls.packed / "written")
        cls.script("transcribed.py", "--sets", cls.sets, "--taught", cls.folder / "taught", "--output", cls.packed / "taught-lines")
        return cls.packed

    @once
    def recognizer(cls):
        cls.packs()
        return cls.trained("train_recognizer.py", "recognizer.pt", "--packed", cls.packed / "lines")[0]

    @once
    def detector(cls):
        cls.packs()
        (cls.packed / "taught").symlink_to(cls.folder / "taught")
        return cls.trained("train_detector.py", "detector.pt", "--packed", cls.packed / "pages")[0]

    @once
    def models(cls):
        files = {}
        for network, file, checkpoint in (("recognizer", "TextReader.mlmodel", cls.recognizer()), ("detector", "TextLines.mlmodel", cls.detector())):
            files[network] = cls.exported / file
            cls.script("export.py", network, "--checkpoint", checkpoint, "--model", files[network])
        return files

    def test_lines_say_what_is_drawn(self):
        with np.load(self.packs() / "lines/held.npz") as shard:
            texts = str(shard["texts"]).split("\n")
            self.assertEqual(len(texts), 60)
            self.assertEqual(len(shard["pixels"]), 32 * int(shard["widths"].sum()))
            self.assertEqual(len(shard["middles"]), sum(map(len, texts)))

    def evaluated(self, code):
        """The output of Python code, which may import the scripts of the text models."""
        return self.called("env", f"PYTHONPATH={MODELS / 'text'}", sys.executable, "-c", code)

    def test_words_of_signs_stand_in_their_crops(self):
        """The middles of the characters of a word follow each other, and hardly any is beyond an end."""
        self.packs()
        common = ["--texts", self.folder / "texts", "--fonts", self.folder / "fonts.json", "--photos", self.sets / "photos"]
        self.script("lines.py", *common, "--output", self.folder / "signs", "--lines", 60, "--shards", 1, "--signs", 1)
        with np.load(self.folder / "signs/000001.npz") as shard:
            texts = str(shard["texts"]).split("\n")
            words = np.split(shard["middles"], np.cumsum([len(t) for t in texts])[:-1])
            for text, middles, width in zip(texts, words, shard["widths"]):
                self.assertEqual(len(text), len(middles))
                self.assertTrue((np.diff(middles) > 0).all(), text)
                self.assertGreater(middles[0], -4, text)
                self.assertLess(middles[-1], width + 4, text)

    def test_equal_neighbours_have_a_blank_between(self):
        code = """
import numpy as np, train_recognizer
print(train_recognizer.places_of([5, 5, 7, 7, 7], np.float32([10, 20, 31, 33, 33.5]), 64)[[5, 7, 10, 12, 15, 16]].tolist())
"""
        text = self.evaluated(code)
        self.assertEqual(text.splitlines()[-1], "[5, 0, 5, -1, 7, 0]")

    def test_transcribed_lines_are_cut_out(self):
        for name, expected in (("000", ["Ring the bell"]), ("taught000", ["gate 7"] * 6)):
            with np.load(self.packs() / f"taught-lines/{name}.npz") as shard:
                self.assertEqual(str(shard["texts"]).split("\n"), expected)

    def test_lines_of_slanting_signs_get_vertical_ends(self):
        """The left end of a line that falls is cut off at its bottom; a level, a steep and a short line stay as they are."""
        text = self.evaluated("""
import numpy as np, teach
lines = [[[0, 0], [100, 20], [96, 40], [-4, 20]], [[0, 0], [100, 2], [99.6, 22], [-0.4, 20]], [[0, 0], [40, 40], [26, 54], [-14, 14]],
         [[0, 0], [30, 6], [26, 26], [-4, 20]]]
for corners in map(np.float32, lines):
    ends = teach.with_vertical_ends(corners)
    print(ends.astype(float).round(1).tolist() if (ends != corners).any() else None)
""")
        self.assertEqual(text.splitlines()[-4:], ["[[0.0, 0.0], [96.0, 19.2], [96.0, 40.0], [0.0, 20.8]]", "None", "None", "None"])

    def test_the_teacher_reads_lines_twice(self):
        """Here it says how bright a part is: a line on the same ground is read alike with both margins, a dark line on a bright ground is not."""
        text = self.evaluated(f"""
import sys, types
typings = types.ModuleType("typings")
typings.TextRecInput = lambda img: types.SimpleNamespace(img=img)
sys.modules |= {{"rapidocr": typings, "rapidocr.ch_ppocr_rec": typings, "rapidocr.ch_ppocr_rec.typings": typings}}
import cv2, numpy as np, pathlib, teach_reader
read = lambda parts: types.SimpleNamespace(txts=tuple(str(int(part.mean() / 16)) for part in parts.img), scores=[0.97] * len(parts.img))
picture = np.full((200, 400, 3), 250, np.uint8)
picture[20:40, 20:120] = 5
file = pathlib.Path({str(self.folder)!r}) / "parts.png"
cv2.imwrite(str(file), picture)
places = [(20, 20, 100, 20), (200, 100, 100, 20), (300, 20, 50, 4)]
found = [[[x / 400, 1 - y / 200], [(x + w) / 400, 1 - y / 200], [(x + w) / 400, 1 - (y + h) / 200], [x / 400, 1 - (y + h) / 200]] for x, y, w, h in places]
row = teach_reader.row_of(types.SimpleNamespace(text_rec=read), file, [{{"corners": corners}} for corners in found])
print([(line["text"], line["score"], line["corners"][2]) for line in row["lines"]], row["size"])
""")
        self.assertEqual(text.splitlines()[-1], "[('1', 0.0, [120.0, 40.0]), ('15', 0.97, [300.0, 120.0])] [400, 200]")

    def test_lines_are_listed(self):
        self.packs()
        row = {"image": "page.png", "text": "Ring the bell", "polygon": [[15, 25], [300, 25], [300, 75], [15, 75]]}
        self.assertEqual([json.loads(line) for line in (self.sets / "ehri/lines.jsonl").read_text().splitlines()], [row])
        folder = self.folder / "lines of text"
        drawn.write(folder / "a.png", np.full((32, 90, 3), 240, np.uint8))
        (folder / "a.gt.txt").write_text("gate 7\n")
        self.script("listed.py", folder)
        self.assertEqual(json.loads((folder / "lines.jsonl").read_text()), {"image": "a.png", "text": "gate 7"})

    def test_lines_of_pages_lie_in_them(self):
        with np.load(self.packs() / "pages/000001.npz") as shard:
            self.assertEqual(len(shard["counts"]), 26)
            self.assertEqual(int(shard["counts"].sum()), len(shard["quads"]))
            self.assertLessEqual(set(shard["kinds"]), {"scene", "document", "receipt", "table", "screen", "form", "note", "card"})
            self.assertTrue(np.isfinite(shard["quads"]).all())

    def test_lines_of_boards_lie_on_them(self):
        """Letters make the corners of a line differ from what is around it: its rows vary more than those of the board's edges."""
        self.packs()
        text = self.evaluated(f"""
import cv2, fonts, numpy as np, pages, pathlib, texts
from sheets import Photographs
folder = pathlib.Path({str(self.folder)!r})
drawing = pages.Pages(texts.Texts(folder / "texts"), fonts.Fonts(folder / "fonts.json"), Photographs(folder / "taught"))
g = np.random.default_rng(3)
boards = [board for board in (drawing.board(g, size) for size in (9, 14, 40, 150) for _ in range(12)) if board]
outside, heights, contrasts = 0, [], []
for board in boards:
    rows, columns = board.painted.shape
    for (x0, y0), (_, _), (x1, y1), (_, _) in board.quads:
        outside += x0 < 0 or y0 < 0 or x1 > columns or y1 > rows
        contrasts.append(board.painted[int(y0):int(y1) + 1, int(x0):int(x1) + 1].std())
    heights.append(board.quads[0][2][1] - board.quads[0][0][1] - board.tall)
print(len(boards) > 30, outside, max(map(abs, heights)) < 1, np.median(contrasts) > 20)
""")
        self.assertEqual(text.splitlines()[-1], "True 0 True True")

    def test_written_lines_follow_their_baselines(self):
        with np.load(self.packs() / "written/000.npz") as shard:
            self.assertEqual((shard["counts"].tolist(), shard["kinds"].tolist()), ([1], ["handwriting"]))
            picture, quad = cv2.imdecode(shard["files"], cv2.IMREAD_GRAYSCALE), shard["quads"][0]
        ink = np.flatnonzero((picture < 128).sum(1) > 30)  # rows of the letters' bodies
        self.assertLess(quad[0, 1], ink[0])
        self.assertGreater(quad[3, 1], ink[-1])
        self.assertAlmostEqual(float(quad[:, 1].mean()), float(ink.mean()), delta=6)
        self.assertAlmostEqual(float(quad[1, 0] - quad[0, 0]), 275, delta=1)

    def test_restarted_recognizer_reads_the_same(self):
        text = self.script("restart.py", "recognizer", "--packed", self.packs() / "lines", "--model", self.models()["recognizer"],
                           "--checkpoint", self.folder / "start.pt")
        self.assertLess(float(text.split()[-1]), 0.02)

    def test_restarted_detector_has_the_statistics_of_its_pictures(self):
        """Normalised with the statistics of a batch, as training does, pictures give nearly what they give with the network's own."""
        self.packs()
        text = self.evaluated(f"""
import pathlib, torch
import restart, train_detector
restart.BATCHES = 2
source = train_detector.Pages(pathlib.Path({str(self.packed / "pages")!r}), pathlib.Path({str(self.folder / "taught")!r}))
model = restart.detector_of(pathlib.Path({str(MODELS / "text/TextLines.mlmodel")!r}), source).eval()
apart = []
for norm in (m for m in model.modules() if isinstance(m, torch.nn.BatchNorm2d)):
    norm.register_forward_pre_hook(lambda n, x: apart.append(((x[0].mean((0, 2, 3)) - n.running_mean) / (n.running_var + n.eps).sqrt()).abs().mean()))
for batch in restart.batches_of(source):
    model(batch)
print(float(torch.stack(apart).mean()))
""")
        self.assertLess(float(text.splitlines()[-1]), 0.3)

    def test_restarted_detector_with_more_blocks_finds_nearly_the_same(self):
        text = self.evaluated(f"""
import coremltools, pathlib
import networks
networks.BLOCKS = tuple(count + 1 for count in networks.BLOCKS)
import export, restart, train_detector
restart.BATCHES = 2
path, packed = pathlib.Path({str(self.models()["detector"])!r}), pathlib.Path({str(self.packed)!r})
model = restart.detector_of(path, train_detector.Pages(packed / "pages", packed / "taught"))
print(export.difference(coremltools.models.utils.load_spec(str(path)), model))
added = [stage[-1].unit for stage in model.stages]
print(all((unit.norm.running_var != 1).all() and abs(unit.convolution.weight.norm() ** 2 / len(unit.convolution.weight) - 1) < 1e-4 for unit in added))
""")
        self.assertLess(float(text.splitlines()[-2]), 0.1)
        self.assertEqual(text.splitlines()[-1], "True")

    def test_trainings_go_on(self):
        for script, name, packed, start in (("train_recognizer.py", "recognizer2.pt", "lines", self.recognizer()),
                                            ("train_detector.py", "detector2.pt", "pages", self.detector())):
            checkpoint, _ = self.trained(script, name, "--packed", self.packed / packed, "--start", start, *GOING_ON)
            self.assert_goes_on(start, checkpoint)

    def test_exported_models_are_like_the_committed_ones(self):
        for file in self.models().values():
            self.assert_like_committed(file)

    def test_exported_models_answer_as_their_layers_say(self):
        images = {"recognizer": np.random.default_rng(1).integers(0, 255, (*LINE[::-1], 1)).astype(np.uint8),
                  "detector": np.random.default_rng(2).integers(0, 255, (640, 640, 1)).astype(np.uint8)}
        for network, image in images.items():
            picture = drawn.write(self.folder / f"{network}.png", image[:, :, 0])
            self.assert_answers(self.models()[network], picture, image)

    def test_held_out_pictures_measure_the_detector(self):
        text = self.script("measure_detector.py", "--packed", self.packed / "pages", "--checkpoint", self.detector(), "--threshold", 0.4, 0.6)
        rows = [row for row in text.splitlines() if "detector.pt" in row]
        self.assertEqual([row.split()[1] for row in rows], ["0.4", "0.6"])
        for row in rows:
            self.assertRegex(row, r"photos [01]\.\d{3}/[01]\.\d{3} \(1\)")

    def test_lines_of_a_map(self):
        """Middles that were marked are found as the lines that they are of, two lines below each other as two."""
        code = """
import numpy as np, train_detector, measure_detector
quads = np.float32([[[20, 20], [120, 26], [119, 42], [19, 36]], [[20, 44], [90, 44], [90, 60], [20, 60]], [[150, 30], [160, 30], [160, 46], [150, 46]]])
middles, weights, directions = train_detector.maps(quads, np.ones(3, bool), 192)
found = measure_detector.lines_of(middles.astype(np.float32))
print(measure_detector.matched(found, quads, np.ones(3, bool)), measure_detector.matched(found[:1], quads, np.array([False, True, True])))
print(float(weights.min()), float(weights.max()))
"""
        text = self.evaluated(code)
        self.assertEqual(text.splitlines()[-2:], ["(3, 3, 0) (0, 2, 0)", "1.0 1.25"])

    def test_sequences_have_probabilities(self):
        """After each context that is listed, the probabilities of all characters add up to one, but for rounding."""
        self.packs()
        file = self.folder / "words.ngrams"
        self.script("ngrams.py", "--texts", self.folder / "texts", "--output", file)
        languages = sequences_of(file.read_bytes())
        self.assertEqual([name for name, _, _ in languages], ["el", "en", "ru", "latin", "cyrillic"])
        for _, alphabet, costs in languages:
            self.assertEqual(set(alphabet.replace("0", "")) & set("ABCDEFGHIJ9"), set())
            for context in {key >> 6 for key in costs}:
                total = sum(np.exp(-cost_of(costs, context, code)) for code in [1, *range(3, 3 + len(alphabet))])
                self.assertAlmostEqual(total, 1, delta=0.1)

    def test_calibration(self):
        text = self.script("calibrate.py", "--packed", self.packs() / "lines", "--checkpoint", self.recognizer(), "--most", 20)
        self.assertRegex(text.splitlines()[-1], r"^--calibration -?\d+\.\d{3} -?\d+\.\d{3}$")
        code = """
import numpy as np, torch, calibrate
g = np.random.default_rng(1)
odds = g.normal(0, 3, 40000)
print(np.round(calibrate.fitted(odds, (g.random(40000) < 1 / (1 + np.exp(-(0.5 * odds - 1)))).astype(float)), 1).tolist())
p = torch.tensor([[0.6, 0.6], [0.4, 0.4]])
print(round(float(np.exp(calibrate.log_probability(p.log(), [1]))), 3))
"""
        self.assertEqual(self.evaluated(code).splitlines()[-2:], ["[0.5, -1.0]", "0.64"])

    def test_alphabet(self):
        text = self.evaluated("import alphabet; print(len(alphabet.CHARACTERS) == len(set(alphabet.CHARACTERS)), "
                              "alphabet.normalised('a\\u00a0 b\\u2011c'))")
        self.assertEqual(text.strip(), "True a b-c")


def sequences_of(data):
    """The languages of a file of ngrams.py: name, alphabet, and the cost and the factor of each key."""
    def number(at):
        return int.from_bytes(data[at:at + 4], "little")
    at, languages = 12, []
    for _ in range(number(8)):
        texts = []
        for _ in range(2):
            end = at + 4 + number(at)
            texts.append(data[at + 4:end].decode())
            at = end
        count, at = number(at), at + 4
        keys = np.frombuffer(data, "<u4", count, at).tolist()
        costs, factors = (np.frombuffer(data, np.uint8, count, at + offset * count) / 20 for offset in (4, 5))
        languages.append((*texts, dict(zip(keys, zip(costs, factors)))))
        at += 6 * count
    return languages


def cost_of(costs, context, code):
    """The negative logarithm of the probability of a code after a context; that of a shorter context where it is not listed."""
    key = context << 6 | code
    if key in costs:
        return costs[key][0]
    if not context:
        return 12
    shorter = context & (1 << 6 * ((context.bit_length() + 5) // 6 - 1)) - 1
    return costs.get(context, (0, 0))[1] + cost_of(costs, shorter, code)


if __name__ == "__main__":
    unittest.main()
