"""The characters that the recogniser of text knows, and how strings become their numbers."""

import unicodedata

ASCII = "".join(chr(c) for c in range(0x21, 0x7F))
LATIN = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ" \
        "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŖŗŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț"
GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫαβγδεζηθικλμνξοπρςστυφχψωάέήίόύώϊϋΐΰ"
CYRILLIC = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁЂЃЄЅІЇЈЉЊЋЌЎЏҐабвгдежзийклмнопрстуфхцчшщъыьэюяёђѓєѕіїјљњћќўџґ"
MARKS = "¡¢£¤¥§©ª«®°±²³·¹º»¼½¾¿×÷–—‘’‚“”„†‡•…‰‹›€₤₹₽₺₴№™←↑→↓≈≠≤≥−∞√■□▪●○★☆☐☑☒✓✗✔✘♥"

CHARACTERS = " " + ASCII + LATIN + GREEK + CYRILLIC + MARKS
BLANK = 0  # of connectionist temporal classification; the characters' numbers begin at 1
NUMBERS = {character: number for number, character in enumerate(CHARACTERS, 1)}

# Characters that are written as another, which looks the same.
SAME = str.maketrans({
    "´": "'", "`": "'", "ʼ": "’", "‛": "‘", "‐": "-", "‑": "-", "‒": "–", "―": "—", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\t": " ",
    "\u00b5": "μ", "\u2126": "Ω", "⋅": "·", "∙": "·", "◦": "○", "▫": "□", "◼": "■", "◾": "■", "❤": "♥", "ﬁ": "fi", "ﬂ": "fl", "\u00ad": None, "‟": "“",
})


def normalised(text):
    """A text composed and with the look-alikes replaced, its runs of spaces reduced to one."""
    return " ".join(unicodedata.normalize("NFC", text).translate(SAME).split())


def is_known(text):
    return all(character in NUMBERS for character in text)


def encoded(text):
    return [NUMBERS[character] for character in text]
