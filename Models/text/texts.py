"""Strings to render: sentences of many languages, names, numbers, dates, prices, addresses, code and what else stands in pictures."""

import re
from pathlib import Path

import numpy as np

import alphabet

LATIN = {"en": 10, "de": 5, "fr": 5, "es": 4, "it": 3, "pt": 3, "nl": 2, "pl": 2, "cs": 2, "sv": 1.5, "da": 1, "no": 1, "fi": 1, "hu": 1.5,
         "ro": 1.5, "tr": 1.5, "hr": 1, "sk": 1, "sl": 1, "lt": 1, "lv": 1, "et": 1, "ca": 1, "id": 1}
CYRILLIC = {"ru": 3, "uk": 2, "bg": 1, "sr": 1}
GREEK = {"el": 1}
SHARES = (0.86, 0.10, 0.04)  # of the three scripts
ROWS = 40000  # of a language at most

CURRENCIES = "$€£¥₹₺₽"
UNITS = ("kg", "g", "ml", "l", "cm", "mm", "km/h", "°C", "%", "W", "kWh", "MB", "GB", "px", "m²", "Hz", "min", "h", "V", "A", "lb", "oz", "ft")
MONTHS = ("Jan", "Feb", "March", "April", "May", "June", "July", "Aug", "Sept", "October", "Nov", "Dec", "Januar", "März", "Mai", "Juin", "Août",
          "Enero", "Agosto", "Dicembre", "JAN", "DEC")
STREETS = ("St", "Street", "Ave", "Road", "Rd.", "Lane", "straße", "Str.", "Platz", "rue", "Via", "Calle", "Blvd")
BEFORE = ("No.", "Tel:", "TEL", "Fax", "Qty", "Total", "TOTAL", "Subtotal", "VAT", "GST", "Tax", "Invoice", "Order #", "Date:", "Page", "Room", "Gate",
          "Exit", "Bus", "Nr.", "Art.", "Size", "EUR", "USD", "RM", "Cash", "Change", "Visa", "Ref", "ID", "Floor", "Platform", "Track", "Table")
CODE = ("def {a}({b}):", "return {a}.{b}", "if ({a} == {n}) {{", "for {a} in range({n}):", "let {a} = {b}[{n}]", "{a}->{b}({n});", "#include <{a}.h>",
        "func {a}(_ {b}: Int) -> String {{", "print(\"{a}\")", "{a} += {n};", "// {a} {b}", "<div class=\"{a}\">", "SELECT {a} FROM {b};",
        "var {a}: [{b}] = []", "}} else {{", "{a} != nil && {b} < {n}", "https://{a}.com/{b}?id={n}", "www.{a}.org", "{a}@{b}.com", "@{a}", "#{a}",
        "/{a}/{b}_{n}.txt", "$ {a} --{b}={n}", "{a}_{b}", "0x{n:x}", "{a}::{b}", "{{\"{a}\": {n}}}", "C:\\{a}\\{b}", "[{n}] {a}", "~/{a}/{b}")
SIGNS = ("EXIT", "OPEN", "CLOSED", "STOP", "SALE", "PUSH", "PULL", "Entrance", "No Parking", "NO SMOKING", "Ladies", "Toilets", "Information",
         "Taxi", "Police", "Pharmacy", "HOTEL", "Café", "BAR", "Bakery", "Restaurant", "Bank", "ATM", "Library", "Museum", "School", "Bus Stop",
         "One Way", "Private", "Danger", "Keep Out", "Slow", "Sold Out", "Free Wi-Fi", "Level 2", "Lift", "Car Park", "Ausgang", "Eingang",
         "Geöffnet", "Drücken", "Ziehen", "Bahnhof", "Apotheke", "Bäckerei", "Rathaus", "Umleitung", "Einbahnstraße", "Sortie", "Entrée", "Ouvert",
         "Fermé", "Poussez", "Tirez", "Gare", "Boulangerie", "Pharmacie", "Mairie", "Soldes", "Salida", "Entrada", "Abierto", "Cerrado",
         "Farmacia", "Panadería", "Uscita", "Aperto", "Chiuso", "Settings", "Search", "Save", "Cancel", "OK", "Sign in", "Log out", "Menu", "Home",
         "Back", "Next", "Done", "Edit", "Share", "Battery", "General", "Einstellungen", "Abbrechen", "Suchen", "Speichern", "Paramètres",
         "Annuler", "Ajustes", "Cancelar", "THANK YOU", "Receipt", "CASHIER", "ITEM", "AMOUNT", "TAX INVOICE", "Vielen Dank", "Merci", "Gracias",
         "ROUNDING", "Quantity", "Price", "Discount", "Thank you, please come again")
SHOPS = ("Pizza", "Pizzeria", "Burger", "Grill", "Kitchen", "Coffee", "Espresso", "Tea", "Beer", "Wine", "Ice Cream", "Donuts", "Chicken", "Noodles", "Sushi",
         "Salon", "Barber", "Hair", "Nails", "Beauty", "Spa", "Fitness", "Gym", "Dental", "Clinic", "Hospital", "Optician", "Books", "Music", "Records",
         "Toys", "Shoes", "Fashion", "Boutique", "Jewellery", "Watches", "Gifts", "Flowers", "Garden", "Furniture", "Hardware", "Tools", "Paint", "Motors",
         "Garage", "Tyres", "Parts", "Service", "Repair", "Wash", "Rent a Car", "Rentals", "Tours", "Travel", "Airport", "Station", "Terminal", "Departures",
         "Arrivals", "Tickets", "Cinema", "Theatre", "Club", "Lounge", "Casino", "Karaoke", "Bistro", "Brasserie", "Trattoria", "Tapas", "Deli", "Market",
         "Supermarket", "Mini Mart", "Outlet", "Store", "Shop", "Mall", "Plaza", "Center", "Centre", "Tower", "House", "Park", "Beach", "Bay", "Hill", "Lake",
         "River", "Bridge", "North", "South", "East", "West", "Street", "Avenue", "Highway", "Speed Limit", "Caution", "Warning", "Yield", "Dead End", "Detour",
         "Road Work", "Fire", "Emergency", "Ambulance", "Security", "Reception", "Office", "College", "University", "Academy", "Institute", "Church", "Studio",
         "Gallery", "Photo", "Copy", "Print", "Digital", "Mobile", "Computer", "Internet", "Energy", "Electric", "Solar", "Insurance", "Finance", "Realty",
         "For Sale", "For Rent", "To Let", "New", "Free", "Best", "Big", "Super", "Mega", "Special", "Offer", "Off", "Only", "Now", "Today", "Welcome", "Thanks",
         "Happy", "Love", "Life", "Live", "World", "City", "Royal", "Grand", "Star", "Golden", "Classic", "Original", "Premium", "Fresh", "Organic", "Natural",
         "Light", "Zero", "Sugar Free", "Milk", "Bread", "Butter", "Cheese", "Juice", "Water", "Chocolate", "Vanilla", "Strawberry", "Championship", "Cup",
         "Team", "Racing", "Football", "Legend", "Return", "Night", "Dark", "Dead", "Final", "Summer", "Winter", "Festival", "Since 1923", "Est. 1887",
         "Fahrschule", "Friseur", "Blumen", "Metzgerei", "Buchhandlung", "Reinigung", "Sparkasse", "Zimmer frei", "Spielplatz", "Parkplatz", "Baustelle",
         "Boucherie", "Fromagerie", "Coiffure", "Tabac", "Librairie", "Épicerie", "Crêperie", "À vendre", "Stationnement", "Peluquería", "Zapatería",
         "Librería", "Cervecería", "Se vende", "Rebajas", "Gelateria", "Macelleria", "Saldi", "Vendesi", "Padaria", "Açougue", "Apteka", "Sklep", "Lékárna",
         "Аптека", "Продукты", "Ресторан", "Кафе", "Выход", "Вход", "Банк", "Магазин", "Φαρμακείο", "Ταβέρνα", "Έξοδος")
ENDINGS = ("& Co.", "& Sons", "GmbH", "Ltd.", "Inc.", "LLC", "S.A.", "AG", "Bros.", "Corp.", "Group", "Pty Ltd")
ROADS = ("A{n}", "B{n}", "M{n}", "E{n}", "I-{n}", "US {n}", "N{n}", "D{n}", "S{n}", "U{n}", "K-{n}", "Hwy {n}", "Route {n}", "Exit {n}", "Gate {n}",
         "Level {n}", "No. {n}", "N° {n}", "#{n}", "{n}A", "{n}b", "{n}-{n}", "{n}th", "{n} km", "{n} m", "{n}t", "{n} mph", "Vol. {n}", "Pack {n}", "{n}x", "x{n}",
         "{n}+", "+{n}", "{n}%", "-{n}%", "{n}% OFF", "{n}h", "{n} cl", "{n} ml", "{n}g", "{n}\"", "{n}¢", "{n}p", "{n}°")
# Number plates and telephone numbers of many countries: L is a letter, 9 a digit.
PLATES = ("LL-LL 999", "L LL 9999", "LLL L 99", "LL LL 99", "LL-999-LL", "LL99 LLL", "L999 LLL", "LL 999LL", "9999 LLL", "99-LL-99", "LL-99-LL", "99-LLL-9",
          "L-999-LL", "9-LLL-999", "L 99999L", "LL 999999", "LL 99999", "LLL 9999L", "9L9 9999", "LL-999LL", "LLL-999", "LL 99 LLL", "L 999 LLL",
          "LL 9999 LL", "LLL-9999", "LLL 999", "LLL 99L", "LL 99 999", "999 LLL", "LL-9999", "L999LL 99", "L999LL", "99 LLL 999", "99 LL 9999", "999-L-99999",
          "LLL 9999", "9LLL999", "999-LLL", "9LL L99", "LLL9L99", "LLL-999-L", "LL 999 LL", "LLLL-99", "LL-LL-99", "LL 99 LL 9999", "9LL 9LL", "LL 99 LL",
          "LLL999", "LLL 999 LL", "99-999-99", "LLL 9999 L", "L 9999 LL", "LL·LL·99", "LLL·9999", "99·LL·99", "L·99999", "LLL9999", "999 999", "LL 9999")
PHONES = ("0999 999999", "(999) 999-9999", "+99 999 999999", "1-800-999-9999", "999.999.9999", "999-9999", "09 99 99 99 99", "99-99-99", "999 999 999",
          "0999/99999", "9999 9999", "+99 9 99 99 99 99")
DOUBLED = re.compile(r"([fijlrtI1|!.:'])\1")  # narrow characters that stand twice
BULLETS = "•●■–-*○▪→✓☐☑✗★·»"


def patterned(g, pattern):
    """A pattern with letters for L and digits for 9."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return "".join(letters[int(g.integers(26))] if c == "L" else str(int(g.integers(10))) if c == "9" else c for c in pattern)


class Texts:
    """Draws strings from files `LANGUAGE.txt` with a sentence a row, and from `names.txt` with a name, an address or the like."""

    def __init__(self, folder, seed=1):
        generator = np.random.default_rng(seed)
        self.rows, self.scripts = {}, []
        path = Path(folder) / "names.txt"
        rows = [alphabet.normalised(row) for row in path.read_text().splitlines()] if path.exists() else []
        self.names = [row for row in rows if row and alphabet.is_known(row)]
        for languages in (LATIN, CYRILLIC, GREEK):
            weights = {}
            for language, weight in languages.items():
                path = Path(folder) / f"{language}.txt"
                if not path.exists():
                    continue
                rows = [alphabet.normalised(row) for row in path.read_text(errors="ignore").splitlines()]
                rows = [row for row in rows if 2 < len(row) < 400]
                generator.shuffle(rows)
                self.rows[language] = [row.split() for row in rows[:ROWS]]
                weights[language] = weight
            total = sum(weights.values())
            self.scripts.append((list(weights), np.cumsum([w / total for w in weights.values()])))

    def language(self, g):
        script = int(np.searchsorted(np.cumsum(SHARES), g.random()))
        names, weights = self.scripts[min(script, len(self.scripts) - 1)]
        return names[min(int(np.searchsorted(weights, g.random())), len(names) - 1)]

    def words(self, g, count, language=None):
        """Some words that follow each other in a sentence; only such as the alphabet has."""
        rows = self.rows[language or self.language(g)]
        for _ in range(20):
            row = rows[int(g.integers(len(rows)))]
            begin = int(g.integers(max(1, len(row) - count + 1)))
            part = row[begin:begin + count]
            if part and all(alphabet.is_known(word) for word in part):
                return part
        return ["text"]

    def word(self, g, latin=True):
        language = "en" if latin and g.random() < 0.6 else None
        return self.words(g, 1, language)[0].strip(".,;:!?\"'()“”«»")

    def name(self, g):
        """A name, an address or a company's, or what stands on signs and buttons."""
        if self.names and g.random() < 0.7:
            return self.names[int(g.integers(len(self.names)))]
        return SIGNS[int(g.integers(len(SIGNS)))]

    def number(self, g):
        kind = int(g.integers(10))
        if kind == 0:
            return str(int(g.integers(10)))
        if kind == 1:
            return str(int(g.integers(10, 100)))
        if kind == 2:
            return str(int(10 ** g.uniform(2, 7)))
        if kind == 3:
            return f"{10 ** g.uniform(0, 5):,.2f}"
        if kind == 4:
            return f"{10 ** g.uniform(0, 4):.{int(g.integers(1, 4))}f}".replace(".", "," if g.random() < 0.4 else ".")
        if kind == 5:
            return f"{int(g.integers(0, 24))}:{int(g.integers(60)):02d}"
        if kind == 6:
            return f"{int(g.integers(1, 300))}{'/' if g.random() < 0.5 else '-'}{int(g.integers(1, 100))}"
        if kind == 7:
            return f"{'-+'[int(g.integers(2))]}{10 ** g.uniform(0, 3):.1f}"
        if kind == 8:
            return f"{int(g.integers(1, 101))}{'%' if g.random() < 0.6 else '°'}"
        return "".join(str(int(d)) for d in g.integers(0, 10, int(g.integers(4, 14))))

    def price(self, g):
        value = 10 ** g.uniform(-0.5, 4)
        text = f"{value:,.2f}" if g.random() < 0.7 else f"{value:.2f}".replace(".", ",")
        sign = CURRENCIES[int(g.integers(len(CURRENCIES)))] if g.random() < 0.5 else "$€"[int(g.integers(2))]
        return (f"{sign}{text}", f"{text} {sign}", f"{sign} {text}", text)[int(g.integers(4))]

    def date(self, g):
        d, m, y = int(g.integers(1, 29)), int(g.integers(1, 13)), int(g.integers(1950, 2031))
        month = MONTHS[int(g.integers(len(MONTHS)))]
        return (f"{d:02d}/{m:02d}/{y}", f"{d}.{m}.{y}", f"{y}-{m:02d}-{d:02d}", f"{d} {month} {y}", f"{month} {d}, {y}", f"{d:02d}-{m:02d}-{y % 100:02d}",
                f"{d:02d}/{m:02d}/{y % 100:02d} {int(g.integers(24)):02d}:{int(g.integers(60)):02d}")[int(g.integers(7))]

    def code(self, g):
        names = [self.word(g).lower().replace("'", "").replace("’", "") for _ in range(2)]
        return CODE[int(g.integers(len(CODE)))].format(a=names[0], b=names[1], n=int(10 ** g.uniform(0, 4)))

    def plate(self, g):
        return patterned(g, PLATES[int(g.integers(len(PLATES)))])

    def mixed(self, g):
        """Letters and digits in no order, such as serial numbers; also what isn't a word, so that letters are seen without their neighbours."""
        pool = alphabet.ASCII if g.random() < 0.3 else "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" if g.random() < 0.5 else alphabet.ASCII + alphabet.LATIN
        if g.random() < 0.12:
            pool = alphabet.CHARACTERS[1:]
        return "".join(pool[int(i)] for i in g.integers(len(pool), size=int(g.integers(1, 12))))

    def address(self, g):
        name = self.word(g).title()
        return f"{int(g.integers(1, 400))} {name} {STREETS[int(g.integers(len(STREETS)))]}" if g.random() < 0.5 else \
            f"{name}{STREETS[int(g.integers(len(STREETS)))]} {int(g.integers(1, 200))}, {int(g.integers(10000, 99999))} {self.word(g).title()}"

    def labelled(self, g):
        value = (self.number, self.price, self.date, self.number)[int(g.integers(4))](g)
        return f"{BEFORE[int(g.integers(len(BEFORE)))]} {value}"

    def sign(self, g, longest=24):
        """A word or a few as on signs, shops, posters and packages, and whether it is a number plate."""
        u = g.random()
        if u < 0.08:
            return self.plate(g), True
        if u < 0.5:  # long words are rarer in sentences than where they are painted
            words = self.words(g, 3, "en" if g.random() < 0.5 else None)
            text = max(words, key=len) if g.random() < 0.4 else words[0]
            text = text.strip("\"'()“”«»„—–-_*") if g.random() < 0.3 else text.strip(".,;:!?\"'()“”«»„—–-_*")
        elif u < 0.58:
            text = self.name(g)
        elif u < 0.73:
            text = SHOPS[int(g.integers(len(SHOPS)))]
        elif u < 0.79:
            text = ROADS[int(g.integers(len(ROADS)))].replace("{n}", str(int(10 ** g.uniform(0, 3))))
        elif u < 0.84:
            text = (self.number, self.price, self.date)[int(g.integers(3))](g)
        elif u < 0.87:
            text = patterned(g, PHONES[int(g.integers(len(PHONES)))])
        elif u < 0.91:
            text = patterned(g, "L" * int(g.integers(1, 7)) + "9" * int(g.integers(0, 5)))
        elif u < 0.94:
            name = self.word(g).title()
            text = (f"{name}'s", f"{name} {ENDINGS[int(g.integers(len(ENDINGS)))]}", f"www.{name.lower()}.com", f"{name}!")[int(g.integers(4))]
        else:
            text = " ".join(self.words(g, int(g.integers(2, 4))))
        v = g.random()
        text = text.upper() if v < 0.48 else text.title() if v < 0.64 else text.lower() if v < 0.72 else text
        text = alphabet.normalised(text)
        while len(text) > longest and " " in text:
            text = text.rsplit(" ", 1)[0]
        return (text if text and len(text) <= longest and alphabet.is_known(text) else self.number(g)), False

    def body(self, g, longest=80):
        """A part of running text, often with a narrow letter that stands twice, or any string."""
        if g.random() < 0.25:
            return self.draw(g, longest)
        count, language = int(g.integers(1, 14)), self.language(g)
        for _ in range(3):
            text = alphabet.normalised(" ".join(self.words(g, count, language)))
            if DOUBLED.search(text) or g.random() < 0.5:
                break
        return text if len(text) <= longest else text[:longest].rstrip()

    def draw(self, g, longest=60):
        """A string of at most so many characters."""
        u = g.random()
        if u < 0.36:
            count = int(g.integers(1, 10))
            text = " ".join(self.words(g, count))
        elif u < 0.46:
            text = self.name(g)
        elif u < 0.60:
            text = self.word(g, latin=g.random() < 0.7)
            if g.random() < 0.3:
                text = self.word(g) + " " + text
        elif u < 0.68:
            text = self.number(g)
        elif u < 0.73:
            text = self.price(g)
        elif u < 0.77:
            text = self.date(g)
        elif u < 0.82:
            text = self.code(g)
        elif u < 0.85:
            text = self.plate(g)
        elif u < 0.90:
            text = self.mixed(g)
        elif u < 0.92:
            text = self.address(g)
        elif u < 0.95:
            text = self.labelled(g)
        elif u < 0.97:
            text = f"{self.number(g)} {UNITS[int(g.integers(len(UNITS)))]} {self.word(g)}"
        else:
            text = f"{BULLETS[int(g.integers(len(BULLETS)))]} {' '.join(self.words(g, int(g.integers(1, 6))))}"
        v = g.random()
        if u < 0.6 or u > 0.9:
            if v < 0.25:
                text = text.upper()
            elif v < 0.35:
                text = text.title()
        text = alphabet.normalised(text)
        if len(text) > longest:
            text = text[:longest].rstrip()
        return text if text and alphabet.is_known(text) else self.number(g)
