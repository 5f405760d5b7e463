"""Counts which characters follow each other in the words of each language, and writes the probabilities beside the recogniser.

    python ngrams.py --texts TEXTS --output TextReader.ngrams [--most 30000]

TEXTS has a file LANGUAGE.txt for each language, as texts.py reads them.  The model of a language gives the probability of each character of a word
after the four before it, interpolated after Witten and Bell (1991).  Sequences that hardly change a probability are left out (Stolcke, 1998).
Small and capital letters count as the same, and so do all digits.  `latin` and `cyrillic` are of the words of all languages of these scripts.

The file, little endian: `OSPREYNG`, the number of languages (UInt32), then for each language two texts, each after its length (UInt32): its code
and its alphabet; the number of sequences n (UInt32); n keys (UInt32) in rising order; n costs and n factors (UInt8).  A key has 6 bits for
each character of a sequence, the last one lowest: its place in the alphabet and 3, or 1 for the beginning and end of a word, or 2 for a character
that is not in the alphabet.  A cost is the negative logarithm of the probability of the last character after the others; a factor is that of
what the probabilities of all characters that are not listed after the sequence are multiplied with.  Both are in units of 1/20.
"""

import argparse
import collections
import math
import struct
from pathlib import Path

import numpy as np

import texts

LENGTH = 5  # characters of the longest sequence
ALPHABET = 58  # characters at most
BITS = 6
EDGE, OTHER, FIRST = 1, 2, 3
UNIT = 20
MAGIC = b"OSPREYNG"


def plain(character):
    """A character without its case; all digits are the same."""
    if character.isdigit():
        return "0"
    small = character.lower()
    return small if len(small) == 1 else character


def words_of(paths):
    """The words of texts, and how much each counts: the logarithm, so that names count beside frequent words."""
    words = collections.Counter()
    for path in paths:
        for word, count in collections.Counter(path.read_text().split()).items():
            words["".join(map(plain, word))] += 1 + int(2 * math.log2(count))
    return words


def counted(words, codes):
    """How often each sequence of up to LENGTH characters stands in words, as a counter of tuples of codes."""
    counts = collections.Counter()
    for word, count in words.items():
        coded = (EDGE, *(codes.get(c, OTHER) for c in word), EDGE)
        for end in range(1, len(coded)):
            for start in range(max(0, end - LENGTH + 1), end + 1):
                counts[coded[start:end + 1]] += count
    return counts


def probabilities_of(counts, characters):
    """The interpolated probability of the last character of each sequence after the others."""
    totals, kinds = collections.Counter(), collections.Counter()
    for sequence, count in counts.items():
        totals[sequence[:-1]] += count
        kinds[sequence[:-1]] += 1
    result = {}
    for sequence in sorted(counts, key=len):
        before = sequence[:-1]
        lower = result[sequence[1:]] if before else 1 / characters
        result[sequence] = (counts[sequence] + kinds[before] * lower) / (totals[before] + kinds[before])
    return result, {before: kinds[before] / (totals[before] + kinds[before]) for before in totals}


def pruned(counts, probabilities, shares, most):
    """The sequences that change the probabilities most, and the beginnings of these."""
    gains = {}
    for sequence, count in counts.items():
        if len(sequence) > 2:
            gains[sequence] = count * (math.log(probabilities[sequence]) - math.log(shares[sequence[:-1]] * probabilities[sequence[1:]]))
    kept = {sequence for sequence in counts if len(sequence) <= 2}
    for sequence in sorted(gains, key=gains.get, reverse=True):
        if len(kept) >= most or gains[sequence] <= 0:
            break
        kept.update(sequence[:length] for length in range(3, len(sequence) + 1))
    return kept


def factors_of(kept, probabilities):
    """By what the probabilities of characters that are not listed after a sequence are multiplied."""
    own, lower = collections.defaultdict(float), collections.defaultdict(float)

    def probability(sequence):  # after pruning
        while sequence not in kept and len(sequence) > 1:
            sequence = sequence[1:]
        return probabilities.get(sequence, 1e-4)
    for sequence in kept:
        if len(sequence) > 1:
            own[sequence[:-1]] += probabilities[sequence]
            lower[sequence[:-1]] += probability(sequence[1:])
    return {before: max(1 - own[before], 1e-3) / max(1 - lower[before], 1e-3) for before in own}


def model_of(words, most):
    """The alphabet of words, and the keys, costs and factors of their sequences."""
    letters = collections.Counter()
    for word, count in words.items():
        letters.update({c: count for c in set(word)})
    alphabet = "".join(sorted(c for c, _ in letters.most_common(ALPHABET)))
    counts = counted(words, {c: FIRST + i for i, c in enumerate(alphabet)})
    probabilities, shares = probabilities_of(counts, len(alphabet) + 2)
    kept = pruned(counts, probabilities, shares, most)
    factors = factors_of(kept, probabilities)
    rows = []
    for sequence in kept:
        key = 0
        for code in sequence:
            key = key << BITS | code
        rows.append((key, cost_of(probabilities[sequence]), cost_of(factors.get(sequence, 1))))
    rows.sort()
    keys, costs, shares = zip(*rows)
    return alphabet, np.array(keys, "<u4"), np.array(costs, np.uint8), np.array(shares, np.uint8)


def cost_of(probability):
    return min(255, max(0, round(-UNIT * math.log(probability))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--most", type=int, default=30000, help="sequences of a language")
    options = parser.parse_args()
    paths = sorted(path for path in options.texts.glob("*.txt") if len(path.stem) == 2)
    sources = {path.stem: [path] for path in paths}
    for script, languages in (("latin", texts.LATIN), ("cyrillic", texts.CYRILLIC)):
        sources[script] = [path for path in paths if path.stem in languages]
    sources = {name: files for name, files in sources.items() if files}
    with open(options.output, "wb") as output:
        output.write(MAGIC + struct.pack("<I", len(sources)))
        for name, files in sources.items():
            alphabet, keys, costs, factors = model_of(words_of(files), options.most * (1 if name == files[0].stem else 2))
            for text in (name.encode(), alphabet.encode()):
                output.write(struct.pack("<I", len(text)) + text)
            output.write(struct.pack("<I", len(keys)) + keys.tobytes() + costs.tobytes() + factors.tobytes())
            print(name, len(alphabet), "characters", len(keys), "sequences", flush=True)


if __name__ == "__main__":
    main()
