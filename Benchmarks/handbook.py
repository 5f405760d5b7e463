"""Texts for text_pages.py: the Debian Administrator's Handbook in four languages, and words, names, places and numbers of these. Needs numpy."""
import html
import itertools
import re
import unicodedata
import xml.etree.ElementTree

import numpy as np

LANGUAGES = {"en": "en-US", "de": "de-DE", "fr": "fr-FR", "es": "es-ES"}

# Words of letters, forms and programs, in the same order in each language.
NAMES = "invoice|date|page|total|settings|inbox|message|send|search|name|street|town|telephone|notes|save|cancel|price|size|subject"
WORDS = {
    "en": "Invoice|Date|Page|Total|Settings|Inbox|Message|Send|Search|Name|Street and number|Town|Telephone|Remarks|Save|Cancel|Price|Size|Subject",
    "de": "Rechnung|Datum|Seite|Summe|Einstellungen|Posteingang|Nachricht|Senden|Suchen|Name|Straße und Hausnummer|Ort|Telefon|Bemerkungen|Sichern|"
          "Abbrechen|Preis|Größe|Betreff",
    "fr": "Facture|Date|Page|Total|Réglages|Boîte de réception|Message|Envoyer|Rechercher|Nom|Rue et numéro|Ville|Téléphone|Remarques|Enregistrer|"
          "Annuler|Prix|Taille|Objet",
    "es": "Factura|Fecha|Página|Total|Ajustes|Bandeja de entrada|Mensaje|Enviar|Buscar|Nombre|Calle y número|Localidad|Teléfono|Observaciones|"
          "Guardar|Cancelar|Precio|Tamaño|Asunto"}
PEOPLE = {
    "en": "Margaret Whitfield|Oliver Hughes|Priya Nair|Thomas Caldwell|Eleanor Byrne|Jack Osborne|Grace Lindqvist|Samuel Okafor",
    "de": "Jörg Müller|Käthe Schäfer|Hans-Peter Groß|Birgit Krüger|Yusuf Öztürk|Annika Weiß|Rüdiger Hoffmann|Lena Böhm",
    "fr": "Hélène Lefèvre|François Garçon|Zoé Benoît|Jérôme Dupré|Anaïs Chevalier|Loïc Guérin|Noël Château|Cécile Mbaye",
    "es": "Íñigo Muñoz|María José Peña|Álvaro Núñez|Begoña Ibáñez|Raúl Domínguez|Sofía Gutiérrez|Andrés Cañas|Lucía Méndez"}
PLACES = {
    "en": "12 Abbey Lane, York YO1 7HH|48 Mill Road, Bath BA2 4ED|7 Quay Street, Bristol BS1 5JX",
    "de": "Königstraße 12, 70173 Stuttgart|Am Mühlbach 7, 93047 Regensburg|Große Gasse 48, 55116 Mainz",
    "fr": "12 rue de l’Église, 69002 Lyon|7 allée des Chênes, 35000 Rennes|48 quai Léon-Blum, 21000 Dijon",
    "es": "C/ Peñalver 12, 28006 Madrid|Avda. de la Constitución 7, 41001 Sevilla|Plaza España 48, 15001 A Coruña"}


def read(folder):
    """Headings, paragraphs and sessions at a terminal of the handbook in a language."""
    titles, paragraphs, sessions = [], [], []
    for element in itertools.chain.from_iterable(xml.etree.ElementTree.parse(file).iter() for file in sorted(folder.glob("*.html"))):
        kind, text = element.get("class"), " ".join("".join(element.itertext()).split())
        if kind == "screen":
            sessions.append("".join(element.itertext()).strip("\n"))
        elif kind == "title" and element.tag.endswith(("h2", "h3", "h4")):
            titles.append(re.sub(r"^([A-Z]\.)?[\d.]+ ", "", text))
        elif kind == "para" and len(text) > 60 and not any(child.tag.endswith(("div", "pre")) for child in element):
            paragraphs.append(text)
    return [title for title in titles if 8 < len(title) < 60], paragraphs, sessions


def load(folder):
    """The handbook in each language. Where it is not translated, it is English and left out, but for the sessions."""
    books = {language: read(folder / "usr/share/doc/debian-handbook/html" / name) for language, name in LANGUAGES.items()}
    english = set(books["en"][0] + books["en"][1])
    for language in list(LANGUAGES)[1:]:
        *texts, sessions = books[language]
        books[language] = *([t for t in part if t not in english and not re.search(" (the|and) ", t)] for part in texts), sessions
    return books


class Writer:
    """Texts in a language for one picture, which are chosen by numbers of its own. All are HTML."""

    def __init__(self, books, language, seed):
        self.titles, self.texts, self.sessions = books[language]
        self.language, self.g = language, np.random.default_rng(seed)
        self.words, self.at = dict(zip(NAMES.split("|"), WORDS[language].split("|"))), self.number(len(self.texts))

    def number(self, *bounds):
        return int(self.g.integers(*bounds))

    def one(self, values):
        return values[self.number(len(values))]

    def title(self):
        return html.escape(self.one(self.titles))

    def paragraphs(self, count, before="<p>"):
        """Paragraphs that follow each other in the handbook."""
        self.at = (self.at + count) % len(self.texts)
        return "".join(before + html.escape(self.texts[at - count]) for at in range(self.at, self.at + count))

    def sentence(self, most=90):
        """The first sentence of a paragraph, or as many words of it as there is room for."""
        text = re.split(r"(?<=[.!?:])\s", html.unescape(self.paragraphs(1, "")))[0]
        return html.escape(text if len(text) <= most else text[:most].rsplit(" ", 1)[0])

    def person(self):
        return self.one(PEOPLE[self.language].split("|"))

    def address(self):
        return self.one(PLACES[self.language].split("|")).split(", ")

    def amount(self, digits=2):
        text = f"{self.g.random() * 10 ** self.number(2, 5):,.{digits}f}"
        return text if self.language == "en" else text.translate(str.maketrans(",.", "\u00a0," if self.language == "fr" else ".,"))

    def price(self):
        return f"£{self.amount()}" if self.language == "en" else f"{self.amount()}\u00a0€"

    def date(self):
        return ("." if self.language == "de" else "/").join(f"{self.number(*bounds):02d}" for bounds in ((1, 29), (1, 13), (2019, 2025)))

    def time(self):
        return f"{self.number(24):02d}:{self.number(60):02d}"

    def mail(self):
        plain = unicodedata.normalize("NFD", self.person().lower().replace("ß", "ss").replace(" ", "."))
        return re.sub("[^a-z.]", "", plain) + "@example.org"

    def telephone(self):
        return f"+{self.number(30, 50)} {self.number(10, 999)} {self.number(100000, 9999999)}"

    def document(self, css, body):
        return f'<!DOCTYPE html><html lang="{self.language}"><meta charset="utf-8"><style>{css}</style><body>{body}</body></html>'
