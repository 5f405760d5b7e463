"""One tree of identifiers for the labels of all picture sets.

    python taxonomy.py --sets FOLDER --packed PACKED --wordnet /usr/share/wordnet/data.noun

A label of a set becomes an identifier: a lower-case English name.  Equal names of several sets are one identifier, and so are
those that the table `SAME` joins.  `tree.txt` arranges them: what is a dalmatian is a dog, a mammal and an animal.

Written is `truths.npz`, what the label of a picture says of each identifier:

- `identifiers`, and for each the numbers of itself and its ancestors (`lines`, a matrix of 0 and 1);
- for each label of each set, one after another, and after them for the set's pictures without a label: whether an identifier is `true`, how
  much it counts if it is not (`weights`), and the identifier itself (`names`; empty where the label is wider than others of the set);
- `imagenet`: which of ImageNet's 1000 classes are kinds of an identifier, by WordNet's hierarchy.
"""

import argparse
import csv
from pathlib import Path

import numpy as np

import sets

TREE = Path(__file__).with_name("tree.txt")

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
    "espresso": "coffee",
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

# ImageNet's classes that are known by another name here, or that are kinds of something wider.
CALLED = {
    "acoustic guitar": "guitar", "admiral": "butterfly", "african chameleon": "chameleon", "african crocodile": "crocodile",
    "african grey": "parrot", "airliner": "airplane", "alligator lizard": "lizard", "alp": "mountain", "american black bear": "black bear",
    "american chameleon": "lizard", "american egret": "heron", "analog clock": "clock", "anemone fish": "clownfish", "angora": "rabbit",
    "arabian camel": "arabian camel", "ashcan": "waste bin", "ballplayer": "baseball player", "ballpoint": "ballpoint pen",
    "band aid": "band-aid", "barn spider": "spider", "basset": "basset hound", "bath towel": "towel", "bicycle-built-for-two": "bicycle",
    "black and gold garden spider": "spider", "black swan": "swan", "book jacket": "book cover", "bookshop": "bookstore",
    "boston bull": "bulldog", "box turtle": "turtle", "boxer": "boxer (dog)", "cab": "taxi", "cabbage butterfly": "butterfly",
    "carbonara": "pasta", "carpenter's kit": "tool", "cellular telephone": "mobile phone", "chainlink fence": "fence",
    "chow": "chow chow", "cock": "rooster", "coho": "salmon", "common iguana": "iguana", "consomme": "soup", "cornet": "musical instrument",
    "cowboy boot": "boot", "crash helmet": "helmet", "crib": "cradle", "desktop computer": "desktop computer", "dial telephone": "telephone",
    "diamondback": "rattlesnake", "digital watch": "watch", "dock": "harbor", "drake": "duck", "dung beetle": "beetle",
    "dungeness crab": "crab", "ear": "corn", "electric guitar": "guitar", "electric locomotive": "locomotive", "electric ray": "ray (fish)",
    "espresso": "coffee", "espresso maker": "coffee maker", "fiddler crab": "crab", "file": "tool", "football helmet": "helmet",
    "four-poster": "bed", "fox squirrel": "squirrel", "french bulldog": "bulldog", "french loaf": "baguette", "garden spider": "spider",
    "garter snake": "snake", "gas pump": "petrol pump", "giant panda": "panda", "giant schnauzer": "schnauzer", "gibbon": "gibbon",
    "golfcart": "golf cart", "gordon setter": "setter", "granny smith": "apple", "great grey owl": "owl", "great white shark": "shark",
    "green lizard": "lizard", "green snake": "snake", "grey fox": "fox", "grille": "car", "grocery store": "supermarket", "groom": "bridegroom",
    "ground beetle": "beetle", "hammerhead": "shark", "hand blower": "hair dryer", "hand-held computer": "electronics", "hamper": "basket",
    "hard disc": "hard disk", "hare": "rabbit", "head cabbage": "cabbage", "hermit crab": "crab", "hip": "rose hip", "hognose snake": "snake",
    "home theater": "television", "horned viper": "snake", "hotdog": "hot dog", "house finch": "songbird", "ibizan hound": "dog",
    "ice bear": "polar bear", "impala": "antelope", "indian cobra": "cobra", "indri": "lemur", "hartebeest": "antelope", "irish setter": "setter",
    "english setter": "setter", "isopod": "crustacean", "italian greyhound": "greyhound", "jean": "jeans", "jersey": "t-shirt",
    "king crab": "crab", "king snake": "snake", "kit fox": "fox", "komodo dragon": "lizard", "leaf beetle": "beetle",
    "leatherback turtle": "turtle", "liner": "ocean liner", "little blue heron": "heron", "loggerhead": "turtle", "long-horned beetle": "beetle",
    "lorikeet": "parrot", "lycaenid": "butterfly", "madagascar cat": "lemur", "minibus": "bus", "miniature pinscher": "pinscher",
    "miniature poodle": "toy poodle", "miniature schnauzer": "schnauzer", "model t": "car", "moped": "motor scooter", "mountain bike": "bicycle",
    "mountain tent": "tent", "mud turtle": "turtle", "night snake": "snake", "notebook": "laptop", "ice cream": "ice cream",
    "pajama": "pajamas", "pembroke": "corgi", "pick": "musical instrument", "pickup": "pickup truck", "pitcher": "ewer", "pool table": "pool table",
    "power drill": "drill", "pot": "flowerpot", "promontory": "cliff", "puffer": "pufferfish", "purse": "handbag", "racer": "race car",
    "recreational vehicle": "vehicle", "red wine": "wine", "red wolf": "wolf", "reflex camera": "camera", "polaroid camera": "camera",
    "rhinoceros beetle": "beetle", "rhodesian ridgeback": "ridgeback", "ringlet": "butterfly", "ringneck snake": "snake", "robin": "robin",
    "rock crab": "crab", "rock python": "snake", "rubber eraser": "eraser", "rule": "ruler", "sax": "saxophone", "scale": "scales",
    "sea snake": "snake", "shopping basket": "basket", "siberian husky": "husky", "eskimo dog": "husky", "sidewinder": "rattlesnake",
    "ski": "skis", "soup bowl": "soup", "sorrel": "horse", "spaghetti squash": "squash", "acorn squash": "squash", "butternut squash": "squash",
    "standard schnauzer": "schnauzer", "steam locomotive": "locomotive", "stingray": "ray (fish)", "stole": "scarf", "streetcar": "tram",
    "studio couch": "sofa", "sulphur-crested cockatoo": "cockatoo", "sunglass": "sunglasses", "table lamp": "lamp", "terrapin": "turtle",
    "three-toed sloth": "sloth", "tiger beetle": "beetle", "tiger cat": "tabby cat", "tiger shark": "shark", "timber wolf": "wolf",
    "toilet seat": "toilet", "toilet tissue": "toilet paper", "paper towel": "toilet paper", "trench coat": "coat", "upright": "upright piano",
    "vacuum": "vacuum cleaner", "vine snake": "snake", "wall clock": "wall clock", "walker hound": "dog", "wallaby": "kangaroo",
    "warplane": "aircraft", "washbasin": "sink", "washer": "washing machine", "water snake": "snake", "web site": "web page",
    "weevil": "beetle", "whippet": "greyhound", "white wolf": "wolf", "windsor tie": "necktie", "wolf spider": "spider",
    "wood rabbit": "rabbit", "worm fence": "fence", "yellow lady's slipper": "lady's slipper", "german short-haired pointer": "pointer",
    "thunder snake": "snake", "green mamba": "snake", "grey whale": "whale", "mailbag": "handbag", "coffee mug": "mug", "running shoe": "running shoe",
    "agaric": "mushroom", "bolete": "mushroom", "coral fungus": "mushroom", "hen-of-the-woods": "mushroom", "stinkhorn": "mushroom",
    "gyromitra": "mushroom", "earthstar": "mushroom", "prairie chicken": "partridge", "ruffed grouse": "partridge", "ptarmigan": "partridge",
    "black grouse": "partridge", "red-breasted merganser": "duck", "indigo bunting": "songbird", "junco": "songbird", "brambling": "songbird",
    "bulbul": "songbird", "water ouzel": "songbird", "agama": "lizard", "banded gecko": "lizard", "frilled lizard": "lizard",
    "gila monster": "lizard", "whiptail": "lizard", "common newt": "salamander", "eft": "salamander", "spotted salamander": "salamander",
    "ram": "sheep", "ibex": "hoofed animal", "wild boar": "hog", "mink": "weasel", "polecat": "weasel", "black-footed ferret": "weasel",
}

# Labels that name what another set divides further.
WIDER = {("pacs", "dog"): "dog", ("pacs", "elephant"): "mammal", ("caltech", "butterfly"): "insect", ("caltech", "elephant"): "mammal",
         ("caltech", "electric_guitar"): "musical instrument", ("intel", "buildings"): "building", ("intel", "sea"): "water",
         ("catsdogs", "Cat"): "cat", ("catsdogs", "Dog"): "dog"}

# Identifiers that the pictures of sets without labels show.
SHOWN = {"expressions": ("face",), "scut": ("people",), "fddb": ("people",), "webfaces": ("face",), "lspet": ("person",), "mpii": ("person",),
         "ccp": ("person", "clothing"), "pets": ("mammal",), "horses": ("horse",), "stanford40": ("person",), "cars": ("car",),
         "receipts": ("document",), "orchids": ("flower",), "classrooms": ("indoor",)}

# Identifiers that the marks of pictures with several labels stand for; other marks say nothing.
MARKS = {"mirflickr": {"baby": "baby", "bird": "bird", "car": "car", "clouds": "clouds", "dog": "dog", "flower": "flower", "people": "people",
                       "portrait": "face", "river": "river", "sea": "water", "tree": "tree"},
         "natscene": {"desert": "outdoor", "mountain": "mountain", "sea": "water", "sunset": "sunset", "trees": "tree"}}

# Identifiers that a set's pictures do not show unless their labels say so.
ABSENT = {"mirflickr": ("baby", "bird", "car", "clouds", "dog", "flower", "people"), "natscene": ("animal", "mountain", "people", "sunset"),
          "intel": ("animal",), "orchids": ("animal",), "damage": ("animal",), "receipts": ("animal",), "fruit": ("animal",)}

# Where an identifier has kinds in ImageNet beyond those of its own name: WordNet's synsets.
SYNSETS = {
    "aircraft": "02686568", "amphibian": "01627424", "animal": "00015388", "arachnid": "01769347", "bear": "02131653", "big cat": "02127808",
    "bird": "01503061", "boat": "04530566", "bridge": "02898711", "building": "02913152", "bus": "02924116", "car": "02958343",
    "cat": "02121808", "clothing": "03051540 03380867 03502509", "container": "03094503", "crustacean": "01974773", "dessert": "07609840",
    "dinosaur": "01699831", "dish": "07557434", "dog": "02084071", "drink": "07881800", "electronics": "03278248",
    "fish": "02512053", "flower": "11669921", "food": "07555863 00021265 07705711 07881800 07557434", "footwear": "03380867",
    "fruit": "07705931", "furniture": "03405725", "headwear": "03502509", "hoofed animal": "02370806", "insect": "02159955",
    "kitchenware": "03621049 03101156", "lighting": "03636248 04263760", "mammal": "01861778", "mollusc": "01940736",
    "monkey or ape": "02469914", "mountains": "09359803", "musical instrument": "03800933", "object": "03575240 03076708",
    "outdoor": "09287968", "people": "00007846", "plant": "00017222",
    "reptile": "01661091", "household appliance": "03528263", "screen": "03782006 04152593 03642806 04404412 03180011", "shop": "03748162", "sign": "04217882",
    "sports equipment": "04285146 03414162", "tool": "04451818", "toy or figure": "03964744", "train": "04468005",
    "truck": "04490091", "vegetable": "07707451", "vehicle": "04524313", "weapon": "04565375",
}

# Identifiers of which ImageNet has few kinds: that none of these is seen says nothing.
PARTLY_TAUGHT = ("people", "plant", "indoor", "outdoor", "flower", "tree", "mountains", "water", "street", "field")

IMAGENET_CLASSES = 1000
OTHER_WEIGHT = 0.1  # of what a set's labels say nothing of, nor ImageNet's classes
TAUGHT_WEIGHT = 0.5  # of what the teachers say


def plain(label):
    return label.replace("_", " ").lower()


def names(name, packed, folder):
    """The identifier of each label of a set, in the order of the labels."""
    labels = sets.labels_in(packed, name)
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
    return [WIDER.get((name, label), n) for label, n in zip(labels, named)]


def marked(name, packed):
    """For each label of a set of `sets.MARKED`, the identifiers that its marks name."""
    meanings = MARKS[name]
    return [[meanings[mark] for mark in label.split(sets.BETWEEN) if mark in meanings] for label in sets.labels_in(packed, name)]


def place(name):
    """`market/outdoor` as a name: "outdoor market"."""
    if "/" not in name:
        return name
    kind, variant = name.split("/")
    return {"outdoor": f"{kind} (outdoors)", "indoor": f"{kind} (indoors)", "shop": kind, "platform": f"{kind} platform",
            "football": "football stadium", "sand": "sand desert", "east asia": "temple (east asia)"}[variant]


def tree():
    """The parent of each identifier, or None; a line of the file has a parent and its children, or children only."""
    parents, above = {}, []
    for line in filter(str.strip, TREE.read_text().splitlines()):
        depth = (len(line) - len(line.lstrip())) // 2
        head, _, rest = line.strip().partition(": ")
        if ", " in head:
            head, rest = None, line.strip()
        del above[depth:]
        if head:
            parents[head] = above[-1] if above else None
            above.append(head)
        parents |= {child: above[-1] for child in rest.split(", ") if child}
    return parents


def line(parents, identifier):
    """An identifier and its ancestors, the root last."""
    result = []
    while identifier is not None:
        result.append(identifier)
        identifier = parents[identifier]
    return result


def leaves(parents):
    """The identifiers that have no kinds of their own."""
    return set(parents) - set(parents.values())


def lines(parents, identifiers):
    """A matrix: in the row of an identifier, 1 for itself and each ancestor."""
    number = {identifier: i for i, identifier in enumerate(identifiers)}
    result = np.zeros((len(identifiers), len(identifiers)), np.float32)
    for identifier in identifiers:
        result[number[identifier], [number[above] for above in line(parents, identifier)]] = 1
    return result


def hypernyms(wordnet):
    """The numbers of all synsets above each noun."""
    above = {}
    for line in wordnet.read_text().splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        first = 4 + 2 * int(fields[3], 16)
        pointers = [fields[first + 1 + 4 * i:first + 3 + 4 * i] for i in range(int(fields[first]))]
        above[fields[0]] = [target for symbol, target in pointers if symbol.startswith("@")]

    def all_above(synset):
        found, left = {synset}, [synset]
        while left:
            new = set(above[left.pop()]) - found
            found |= new
            left += new
        return found
    return all_above


def imagenet_members(classes, identifier_of, identifiers, matrix, wordnet):
    """Which of ImageNet's classes (WordNet number and name) are kinds of an identifier: classes × identifiers."""
    all_above = hypernyms(wordnet)
    number = {identifier: i for i, identifier in enumerate(identifiers)}
    result = np.zeros((len(classes), len(identifiers)), bool)
    every = [name for _, name in classes]
    ambiguous = set(CLEARER) | {name for name in every if every.count(name) > 1}
    for row, (wnid, name) in enumerate(classes):
        above = all_above(wnid[1:])
        own = {identifier for identifier, synsets in SYNSETS.items() if above & set(synsets.split())}
        exact = identifier_of.get(wnid, None if name in ambiguous else CALLED.get(name, SAME.get(name, name)))
        exact = {exact} & set(number)
        if own & {"clothing", "vehicle"} or exact and not any(matrix[number[identifier], number["object"]] for identifier in exact):
            own -= {"container", "object"}  # WordNet's wheeled vehicles are containers, and its clothes commodities
        own |= exact
        for identifier in own:
            result[row] |= matrix[number[identifier]] == 1
    return result


def truths(packed, folder, wordnet):
    parents = tree()
    identifiers = sorted(parents)
    number = {identifier: i for i, identifier in enumerate(identifiers)}
    matrix = lines(parents, identifiers)
    named = {name: names(name, packed, folder) for name in sets.LABELLED}
    wnids = {wnid: n for name in ("tiny", "imagenette") for wnid, n in zip(sets.labels_in(packed, name), named[name])}
    classes = [(wnid, plain(name)) for wnid, name in (file.stem.split("_", 1) for file in sets.imagenet_samples(folder))]
    if len(classes) != IMAGENET_CLASSES:
        raise ValueError(f"imagenet-samples has {len(classes)} photographs, not one of each of {IMAGENET_CLASSES} classes")
    imagenet = imagenet_members(classes, wnids, identifiers, matrix, wordnet)
    taught = imagenet.any(0)
    base = np.where(taught & ~np.isin(identifiers, PARTLY_TAUGHT), TAUGHT_WEIGHT, OTHER_WEIGHT)

    def all_lines(names):
        return np.max([matrix[number[n]] for n in names] or [np.zeros(len(identifiers))], 0)

    wider = set(WIDER.values())
    rows, weights, row_names = [], [], []
    for name in sets.SETS:
        own = [[n] for n in named.get(name, [])] or (marked(name, packed) if name in sets.MARKED else [])
        covered = all_lines(named.get(name, []))
        for said, known in [(said, covered) for said in own] + [(SHOWN.get(name, ()), 0)]:
            rows.append(all_lines(said))
            # Which kinds of what is marked a picture shows is not known.
            absent = matrix[:, [number[n] for n in ABSENT.get(name, ()) if n not in said]].any(1)
            weights.append(np.maximum(base, np.maximum(known, absent * (TAUGHT_WEIGHT if name in sets.MARKED else 1))))
        row_names += ["" if n in wider else n for n in named.get(name, [""] * len(own))] + [""]
    np.savez(packed / "truths.npz", identifiers=identifiers, lines=matrix, true=np.array(rows, bool), names=row_names,
             weights=np.array(weights, np.float32), imagenet=imagenet)
    print(f"{len(identifiers)} identifiers, {len(rows)} rows, {imagenet.any(1).sum()} of ImageNet's classes are kinds of {taught.sum()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet/data.noun"))
    options = parser.parse_args()
    truths(options.packed, options.sets, options.wordnet)


if __name__ == "__main__":
    main()
