"""Measures how often words are right that the recogniser gives a probability, on lines that are held out.

    python calibrate.py --packed packed/lines --checkpoint checkpoint/recognizer.pt [--most 1500]

Prints the slope and the offset of the line that turns the log odds of a word's text, summed over all alignments, into the log odds that it is right
(Platt, 1999).  `export.py --calibration SLOPE OFFSET` keeps them with the weights.
"""

import argparse
import difflib
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import alphabet
import networks
from train_recognizer import HELD, Shard, logits_of

CERTAIN = 1e-4, 1e-6  # what a probability differs from 1 and from 0 at least
SPACE = alphabet.CHARACTERS.index(" ") + 1


def log_probability(logarithms, classes):
    """The logarithm of the sum of all alignments of classes with the steps (CLASSES × steps)."""
    steps = torch.tensor([logarithms.shape[1]])
    loss = F.ctc_loss(logarithms.T[:, None], torch.tensor([classes]), steps, torch.tensor([len(classes)]), reduction="sum")
    return -float(loss)


def words_of(logits):
    """The words of the best alignment, and the logarithm of the probability of each."""
    logarithms = F.log_softmax(logits[0], 0)
    best = logarithms.argmax(0).tolist()
    words, classes, start = [], [], 0

    def end(step):
        if classes:
            words.append(("".join(alphabet.CHARACTERS[c - 1] for c in classes), log_probability(logarithms[:, start:step], classes)))
        classes.clear()
    for step, number in enumerate(best):
        if number == SPACE:
            end(step)
            start = step + 1
        elif number and (step == start or best[step - 1] != number):
            classes.append(number)
    end(len(best))
    return words


def measured(model, shard, most):
    """The logarithms of the probabilities of the words that are read, and which of them are right."""
    values, rights = [], []
    for number in range(min(most, len(shard))):
        words, true = words_of(logits_of(model, shard.picture(number))), shard.texts[number].split()
        right = set()
        for block in difflib.SequenceMatcher(None, [word for word, _ in words], true, autojunk=False).get_matching_blocks():
            right.update(range(block.a, block.a + block.size))
        values += [value for _, value in words]
        rights += [index in right for index in range(len(words))]
    return np.array(values), np.array(rights, float)


def log_odds(values):
    probabilities = np.clip(np.exp(values), CERTAIN[1], 1 - CERTAIN[0])
    return np.log(probabilities / (1 - probabilities))


def fitted(odds, rights):
    """The slope and the offset of a logistic regression, by Newton's method."""
    x, weights = np.column_stack([odds, np.ones(len(odds))]), np.array([1.0, 0.0])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ weights))
        weights += np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + 1e-6 * np.eye(2), x.T @ (rights - p))
    return weights


def expected_error(odds, rights, weights, bins=15):
    """The expected calibration error."""
    p = 1 / (1 + np.exp(-(weights[0] * odds + weights[1])))
    places = np.minimum((p * bins).astype(int), bins - 1)
    return sum(abs(p[places == b].mean() - rights[places == b].mean()) * (places == b).mean() for b in range(bins) if (places == b).any())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--most", type=int, default=1500, help="lines of a shard")
    options = parser.parse_args()
    torch.set_num_threads(1)
    model = networks.Recognizer()
    model.load_state_dict(torch.load(options.checkpoint, weights_only=True)["average"])
    model.eval()
    kinds = {path.stem: measured(model, Shard(path), options.most) for path in sorted(options.packed.glob(HELD))}
    weights = fitted(log_odds(np.concatenate([v for v, _ in kinds.values()])), np.concatenate([r for _, r in kinds.values()]))
    for name, (values, rights) in kinds.items():
        print(f"{name}: {len(rights)} words, {rights.mean():.3f} right, "
              f"expected calibration error {expected_error(log_odds(values), rights, weights):.3f}")
    print(f"--calibration {weights[0]:.3f} {weights[1]:.3f}")


if __name__ == "__main__":
    main()
