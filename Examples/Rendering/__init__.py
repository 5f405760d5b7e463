"""The tools that render the examples' pictures. Needs NumPy and Pillow. The same seed renders the same pictures."""
from .clip import tour, write_clip
from .figure import FINE, JOINTS, LAMP, SHADOW, STANDING, Camera, Canvas, Cones, Person, cast, darken, mirrored, skeleton
from .grounds import cloth, counter, foliage, one_of, plate, sky, soil
from .photo import hand, photo, table, write
from .relief import Relief, blend, smooth_noise
from .sheet import Sheet, clip, shade
