"""Writes Swift files that a script generates, or checks that they are up to date."""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def write(folder, files):
    """Writes texts to paths below a folder, and formats them as the project does."""
    places = [folder / path for path in files]
    for place, text in zip(places, files.values()):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    subprocess.run(["swift", "format", "--in-place", "--configuration", ROOT / ".swift-format", *places], check=True)


def read(folder, parts):
    return {place.relative_to(folder): place.read_text() for part in parts for place in (folder / part).glob("*.swift")}


def run(output, files):
    """Writes the files below `output`. With --check it writes nothing, and fails if the files in their folders differ."""
    if sys.argv[1:] != ["--check"]:
        return write(output, files)
    parts = {pathlib.PurePath(path).parent for path in files}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        write(folder, files)
        if read(folder, parts) != read(output, parts):
            name = pathlib.Path(sys.argv[0]).name
            sys.exit(f"{output.relative_to(ROOT)} is not what Scripts/{name} writes. Run it, and commit what it wrote.")
