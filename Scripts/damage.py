"""Damages bytes in the ways of failing transfers, failing disks and attackers."""
import struct


def damaged(chance, content):
    """The content with some bytes changed, with parts repeated or removed, or without its end."""
    content = bytearray(content)
    for _ in range(chance.choice([1, 1, 2, 4, 16])):
        if not content:
            break
        place = chance.randrange(len(content))
        kind = chance.randrange(6)
        if kind == 0:
            content[place] ^= 1 << chance.randrange(8)
        elif kind == 1:
            content[place] = chance.choice([0, 1, 0x7F, 0x80, 0xFE, 0xFF])
        elif kind == 2:
            del content[place:]
        elif kind == 3:
            content[place:place] = content[place : place + chance.randrange(64)]
        elif kind == 4:
            del content[place : place + chance.randrange(1, 9)]
        else:
            value = chance.choice([0, 1, 0x7FFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000])
            content[place : place + 4] = struct.pack(chance.choice("<>") + "I", value)
    return bytes(content)
