"""One list of identifiers for the labels of all picture sets.

A label of a set becomes an identifier: a lower-case English name.  Equal names of several sets are one identifier, and so are
those that the table `SAME` joins.  Labels that name what another set divides further (a "dog" beside twelve breeds) or that
name nothing in particular have none, and their pictures train the trunk only.
"""

import csv

# Tiny ImageNet's first synonyms that are ambiguous or obscure on their own.
CLEARER = {
    "beach wagon": "station wagon",
    "beacon": "lighthouse",
    "bighorn": "bighorn sheep",
    "black widow": "black widow (spider)",
    "brass": "memorial plaque",
    "chest": "chest (furniture)",
    "crane": "crane (machine)",
    "drumstick": "drumstick (percussion)",
    "jinrikisha": "rickshaw",
    "lesser panda": "red panda",
    "monarch": "monarch butterfly",
    "nail": "nail (fastener)",
    "organ": "pipe organ",
    "plate": "plate (of food)",
    "reel": "reel (fishing)",
    "tabby": "tabby cat",
    "teddy": "teddy bear",
    "torch": "torch (flame)",
}

IMAGENETTE = {
    "n01440764": "tench", "n02102040": "english springer", "n02979186": "cassette player", "n03000684": "chain saw",
    "n03028079": "church", "n03394916": "french horn", "n03417042": "garbage truck", "n03425413": "petrol pump",
    "n03445777": "golf ball", "n03888257": "parachute",
}

# Names of one thing in different sets.
SAME = {
    "airplanes": "airplane",
    "alp": "mountain",
    "american alligator": "alligator",
    "bakery/shop": "bakery",
    "binocular": "binoculars",
    "car side": "car (side view)",
    "carrots": "carrot",
    "cellphone": "mobile phone",
    "confectionery": "candy store",
    "church/outdoor": "church",
    "cougar body": "cougar",
    "cougar face": "cougar",
    "crocodile head": "crocodile",
    "faces": "face",
    "flamingo head": "flamingo",
    "headphone": "headphones",
    "kindergarden classroom": "kindergarten classroom",
    "laptop computer": "laptop",
    "leopards": "leopard",
    "longsleeve": "long-sleeved top",
    "motorbikes": "motorbike",
    "orange (fruit)": "orange",
    "outwear": "coat",
    "body": "bodysuit",
    "top": "sleeveless top",
    "pepper": "bell pepper",
    "rhino": "rhinoceros",
    "seashore": "coast",
    "water lilly": "water lily",
    "butchers shop": "butcher shop",
    "bike": "bicycle",
    "monitor": "computer monitor",
    "mouse": "computer mouse",
    "keyboard": "computer keyboard",
    "stage/indoor": "stage",
    "soyghurt": "yoghurt", "oatghurt": "yoghurt", "sour-milk": "yoghurt", "sour-cream": "yoghurt",
    "soy-milk": "milk", "oat-milk": "milk",
    "red-grapefruit": "grapefruit", "satsumas": "satsuma", "red-beet": "beetroot",
}

WITHOUT = {("pacs", "dog"), ("pacs", "elephant"), ("caltech", "butterfly"), ("caltech", "elephant"), ("caltech", "electric_guitar")}


def plain(label):
    return label.replace("_", " ").lower()


def names(name, packed, folder):
    """The identifier of each label of a set, or None, in the order of the labels."""
    labels = (packed / f"{name}-labels.txt").read_text().split("\n")[:-1]
    if name == "tiny":
        lines = (folder / "tiny-imagenet-200/words.txt").read_text().splitlines()
        words = dict(line.split("\t", 1) for line in lines)
        named = [words[wnid].split(",")[0].strip().lower() for wnid in labels]
        named = [CLEARER.get(n, n) for n in named]
    elif name == "imagenette":
        named = [IMAGENETTE[wnid] for wnid in labels]
    elif name == "grocery":
        with open(folder / "grocery/dataset/classes.csv") as file:
            rows = {row["Class ID (int)"]: row["Coarse Class Name (str)"] for row in csv.DictReader(file)}
        named = [rows[label].lower() for label in labels]
    else:
        named = [plain(label) for label in labels]
    named = [SAME.get(n, n) for n in named]
    named = [n.replace("-", " ") if name == "grocery" else n for n in named]
    if name == "places":
        named = [place(n) for n in named]
    return [None if (name, label) in WITHOUT else n for label, n in zip(labels, named)]


def place(name):
    """`market/outdoor` as a name: "outdoor market"."""
    if "/" not in name:
        return name
    kind, variant = name.split("/")
    return {"outdoor": f"{kind} (outdoors)", "indoor": f"{kind} (indoors)", "shop": kind, "platform": f"{kind} platform",
            "football": "football stadium", "sand": "sand desert", "east asia": "temple (east asia)"}[variant]
