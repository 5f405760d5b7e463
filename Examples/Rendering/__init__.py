"""What the examples' pictures are rendered with. Needs NumPy and Pillow. The same seed renders the same pictures."""
from .photo import hand, photo, table, write
from .relief import Relief, blend, smooth_noise
from .sheet import Sheet, clip, shade
