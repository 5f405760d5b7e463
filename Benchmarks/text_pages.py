#!/usr/bin/env python3
"""Draws the pages, screens and source code on which text.py measures readers, and writes down where each line of text is.

    Benchmarks/text_pages.py OUTPUT --handbook FOLDER [--kinds pages turned screens code] [--most N] [--seed N]

OUTPUT gets a folder for each kind of picture. A NAME.json stands beside each picture; text.py says what is in it. The same seed, programs and fonts
draw the same pictures. No picture depends on another one, so that --most only leaves some out.

  pages/    en/, de/, fr/, es/: letters, articles in two columns, reports, tables, magazines and books; 10 pictures a language. Every other one is as
            a scanner or a telephone sees it: turned a little or seen from the side, blurred, noisy, unevenly lit and saved as JPEG.
  turned/   Such pages, turned by 90, 180 and 270 degrees and by some between; 16 pictures.
  screens/  Settings, chats, mail, tables, terminals and forms, bright and dark; 32 pictures.
  code/     Parts of source files of seven languages in an editor's colours; 17 pictures.

The texts are those of Debian's package `debian-handbook` 11.20220922. FOLDER is where it is unpacked:

    apt-get download debian-handbook && dpkg-deb -x debian-handbook_*.deb FOLDER

The source files are those of Debian's packages libpython3.11-minimal, libpython3.11-stdlib, libstdc++-12-dev, perl-modules-5.36, libjs-sphinxdoc,
libtcl8.6, zlib1g-dev, libc-bin and gzip. The fonts are in fonts-liberation2, fonts-dejavu, fonts-crosextra-carlito, fonts-crosextra-caladea,
fonts-ebgaramond, fonts-sil-gentium-basic, fonts-open-sans, fonts-roboto-unhinted, fonts-hack and fonts-jetbrains-mono. Another font stands in for one
that is missing. Needs Chromium, numpy, opencv-python-headless and pygments.
"""
import argparse
import html
import json
import pathlib

import cv2
import numpy as np
import pygments
import pygments.formatters
import pygments.lexers

import chromium
import handbook

SERIF = ["Liberation Serif", "EB Garamond", "Gentium Basic", "DejaVu Serif", "Caladea"]
SANS = ["Liberation Sans", "Carlito", "Open Sans", "Roboto", "DejaVu Sans"]
MONO = ["DejaVu Sans Mono", "Hack", "JetBrains Mono", "Liberation Mono"]
STYLES = ["default", "monokai", "github-dark", "vs", "solarized-light", "dracula", "nord", "one-dark", "friendly", "solarized-dark", "xcode"]
SOURCES = {
    "python": "usr/lib/python3.11/*.py", "c++": "usr/include/c++/12/bits/*.h", "perl": "usr/share/perl/5.36.0/**/*.pm",
    "javascript": "usr/share/javascript/sphinxdoc/1.0/*.js", "tcl": "usr/share/tcltk/tcl8.6/*.tcl", "c": "usr/share/doc/zlib1g-dev/examples/*.c",
    "bash": "usr/bin/ldd usr/bin/tzselect usr/bin/gzexe usr/bin/zdiff usr/bin/znew usr/bin/zgrep"}


# Pages of paper, of 794 × 1123 pixels of CSS. Text that finds no room in a .text goes to a next column, which is not seen.

PAPER = """
body { margin: 0; background: #fff; color: #111; font: %.1fpx/%.2f '%s', serif; position: relative; height: 1123px; overflow: hidden }
h1, h2, h3, .head { font-family: '%s', sans-serif; line-height: 1.2; margin: .9em 0 .4em; break-after: avoid } p { margin: 0 0 .6em }
h1 { margin-top: 0 } .text { position: absolute; overflow: hidden; column-fill: auto; text-align: %s } .at { position: absolute; white-space: nowrap }
.small { font-size: 80%% } .right { text-align: right } table { border-collapse: collapse; width: 100%% } li { margin-bottom: .3em }
td, th { padding: .35em .6em; text-align: left; vertical-align: top; %s } .list { padding-left: 1.5em }
"""


def text(content, left, top, width, height, columns=1, more=""):
    narrow = "column-gap:26px; text-align:left" if columns > 1 else "column-gap:200px"
    place = f"left:{left}px; top:{top}px; width:{width}px; height:{height}px"
    return f'<div class=text style="{place}; columns:{columns}; {narrow}; {more}">{content}</div>'


def at(content, left, top, kind="", more=""):
    return f'<div class="at {kind}" style="left:{left}px; top:{top}px; {more}">{content}</div>'


def letter(w):
    sender, own, other = w.person(), w.address(), w.address()
    bank = f"IBAN DE{w.number(10, 99)} {w.number(1000, 9999)} {w.number(1000, 9999)} {w.number(1000, 9999)}"
    feet = [f"{sender}<br>{own[0]}<br>{own[1]}", f"{w.telephone()}<br>{w.mail()}<br>www.example.org", f"{bank}<br>BIC EXAMDE{w.number(10, 99)}XXX"]
    return (at(f"<b>{sender}</b>", 90, 60, more="font-size:150%") + at(" · ".join(own), 90, 96, "small")
            + at("<br>".join([w.person(), *other]), 90, 170) + at(f"{w.words['date']}: {w.date()}", 560, 250)
            + at(f"<b>{w.words['subject']}: {w.title()}</b>", 90, 320)
            + text(w.paragraphs(12), 90, 370, 620, 520) + at(f"<i>{sender}</i>", 90, 940)
            + "".join(at(foot, 90 + 215 * place, 1030, "small") for place, foot in enumerate(feet)))


def article(w):
    parts = "".join(f"<h3>{number}. {w.title()}</h3>{w.paragraphs(3)}" for number in range(1, 9))
    return (text(f"<h1>{w.title()}</h1>{w.person()}, {w.person()}<br><i class=small>{w.mail()}</i>", 70, 60, 654, 150, 1, "text-align:center")
            + text(f"<b class=small>{w.paragraphs(1, '')}</b>", 110, 220, 574, 82) + text(parts, 70, 310, 654, 720, 2)
            + at(w.number(2, 400), 390, 1060))


def report(w):
    parts = ""
    for number in range(1, 5):
        points, steps = ([w.sentence(130) for _ in range(count)] for count in (4, 3))
        parts += (f"<h2>{number} {w.title()}</h2>{w.paragraphs(1)}<h3>{number}.1 {w.title()}</h3>{w.paragraphs(1)}<ul><li>{'<li>'.join(points)}</ul>"
                  + w.paragraphs(1) + "".join(f"<div class=list>{step}. {sentence}</div>" for step, sentence in enumerate(steps, 1)))
    return (at(w.title(), 80, 40, "small") + at(w.date(), 640, 40, "small") + text(parts, 80, 80, 634, 960)
            + at(f"{w.words['page']} {w.number(2, 60)} / {w.number(60, 99)}", 340, 1070, "small"))


def table(w):
    heads = "".join(f"<th>{w.words[name]}" for name in ("name", "notes", "date", "size", "price"))
    rows = "".join(
        f"<tr><td>{w.person()}<td>{w.sentence(48)}<td>{w.date()}<td class=right>{w.amount(1)}<td class=right>{w.price()}" for _ in range(16))
    last = f"<tr><th>{w.words['total']}<th><th><th><th class=right>{w.price()}"
    return (at(f"<b>{w.words['invoice']} {w.number(10000, 99999)}</b>", 70, 60, more="font-size:160%") + at(w.date(), 620, 66)
            + text(w.paragraphs(2), 70, 120, 654, 110)
            + text(f"<table class=small><tr style='background:#d9dde4'>{heads}{rows}{last}</table>", 70, 240, 654, 650)
            + text(w.paragraphs(3), 70, 905, 654, 150))


def magazine(w):
    color = w.one(["#a3182c", "#0b4f8a", "#1c6b3c", "#7a3d96"])
    quote = f"<div class=head style='font-size:150%; color:{color}'>«{w.sentence(70)}»</div>"
    box = f"<div style='background:{color}; color:#fff; padding:14px; margin-bottom:8px'><b class=head>{w.title()}</b><br>{w.sentence(160)}</div>"
    picture = "<div style='background:linear-gradient(160deg, #89a6c2, #d8cdb4 60%, #6b7a55); height:190px'></div>"
    picture += f"<p class=small><i>{w.sentence(60)}</i>"
    return (at(f"<b>{w.words['message'].upper()}</b>", 50, 34, more=f"color:{color}; letter-spacing:2px")
            + text(f"<h1 style='font-size:270%'>{w.title()}</h1><b>{w.sentence(180)}</b>", 50, 60, 694, 170)
            + text(picture + w.paragraphs(3) + quote + w.paragraphs(4) + box + w.paragraphs(16), 50, 240, 694, 800, 3)
            + at(f"{w.number(4, 120)} &nbsp; {w.title()}", 50, 1070, "small"))


def book(w):
    head = f"<h2 style='text-align:center; margin:60px 0 40px'>{w.number(2, 20)}<br>{w.title()}</h2>"
    return (at(f"<i>{w.title()}</i>", 250, 60, "small") + at(w.number(9, 500), 385, 1045)
            + text(head + w.paragraphs(20, "<p style='text-indent:1.6em; margin:0'>"), 120, 90, 554, 920, 1, "text-align:justify"))


LAYOUTS = [letter, article, report, table, magazine, book]


def paper(browser, w, layout):
    """A page in one of the layouts, with its lines."""
    fonts = SERIF if layout in (article, book) or w.g.random() < 0.4 else SANS
    css = PAPER % (w.g.uniform(13, 17), w.g.uniform(1.25, 1.5), w.one(fonts), w.one(SERIF + SANS), w.one(["justify", "left"]),
                   w.one(["border:1px solid #444", "border-bottom:1px solid #999", ""]))
    return browser.draw(w.document(css, layout(w)), 794, 1123, float(w.g.uniform(1.4, 2.2)))


# Pages as a scanner and a telephone take them. The lines go wherever the picture goes.

def warped(picture, lines, matrix, size, around):
    for line in lines:
        line["quad"] = cv2.perspectiveTransform(np.array([line["quad"]]), matrix)[0].tolist()
    return cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC, borderValue=around), lines


def turned(picture, lines, degrees, around, whole=True):
    """A picture that is turned about its middle, with all of it to be seen or of the size that it had."""
    height, width = picture.shape[:2]
    matrix = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1), [0, 0, 1]])
    if whole:
        corners = cv2.perspectiveTransform(np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float), matrix)[0]
        matrix[:2, 2] -= corners.min(0)
        width, height = np.ptp(corners, axis=0).round().astype(int).tolist()
    return warped(picture, lines, matrix, (width, height), around)


def photographed(picture, lines, g):
    """A page on a desk, seen not quite from above."""
    height, width = picture.shape[:2]
    page = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    seen = page + g.uniform(0.02, 0.07, (4, 2)) * [width, height] * [[1, 1], [-1, 1], [-1, -1], [1, -1]]
    matrix = cv2.getPerspectiveTransform(page.astype(np.float32), seen.astype(np.float32))
    return warped(picture, lines, matrix, (width, height), g.integers(40, 120, 3).tolist())


def noisy(picture, g, blur, noise, least):
    """A picture with blur, noise and uneven light, which is between `least` and 1."""
    height, width = picture.shape[:2]
    light = cv2.resize(g.uniform(least, 1, (3, 3)), (width, height), interpolation=cv2.INTER_CUBIC).clip(least, 1)
    grain = cv2.GaussianBlur(g.normal(0, noise, (height, width)), (0, 0), 0.6)
    return (cv2.GaussianBlur(picture, (0, 0), blur) * light[..., None] + grain[..., None]).clip(0, 255).astype(np.uint8)


def draw_page(browser, w, number):
    """Name, picture, lines, and the quality of a JPEG or None."""
    picture, lines = paper(browser, w, LAYOUTS[number // 4 % 6])
    way = number // 4 % 4
    if way == 1:
        picture, lines = turned(picture, lines, w.g.uniform(-1.5, 1.5), (238, 240, 240), whole=False)
        picture = noisy(picture, w.g, w.g.uniform(0.5, 1), w.g.uniform(3, 9), 0.9)
    elif way == 3:
        picture, lines = photographed(picture, lines, w.g)
        picture = noisy(picture, w.g, w.g.uniform(0.7, 1.2), w.g.uniform(4, 10), 0.55)
    return f"{w.language}/{w.language}-{number // 4:02d}-{LAYOUTS[number // 4 % 6].__name__}", picture, lines, w.number(50, 90) if way % 2 else None


def draw_turned(browser, w, number):
    degrees = [90, 180, 270, 12, 270, 90, 180, -25, 180, 270, 90, 40, 90, 180, 270, -8][number]
    picture, lines = turned(*paper(browser, w, LAYOUTS[number % 6]), degrees, (225, 228, 230))
    return f"{number:02d}-{w.language}-{degrees % 360}", noisy(picture, w.g, 0.5, 4, 0.95), lines, 80


# Screens: width and height in pixels of CSS, and the body. Those of telephones are narrow and have more pixels.

SCREEN = """
* { box-sizing: border-box } body { margin: 0; overflow: hidden; height: 100vh; font: %dpx '%s', sans-serif; background: %s; color: %s }
.row { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 9px 16px } .line { border-bottom: 1px solid #8884 }
.bar { background: %s; color: #fff; font-weight: bold } .dim { opacity: .65; font-size: 85%% } .own { margin-left: auto } .blue { color: #fff }
.box { background: #8882; border-radius: 8px; padding: 8px 12px; margin: 4px 0 10px } .blue { background: #1f6feb } .right { text-align: right }
.said { max-width: 76%%; width: fit-content; margin: 10px 14px } .nowrap, td, th { white-space: nowrap }
table { border-collapse: collapse; width: 100%% } td, th { padding: 4px 10px; border-bottom: 1px solid #8883; text-align: left }
.switch { width: 36px; height: 20px; border-radius: 10px; flex: none }
.terminal { font-family: '%s', monospace; font-variant-ligatures: none; white-space: pre; padding: 8px; line-height: 1.25 }
.fields { display: grid; grid-template-columns: 1fr 1fr; column-gap: 24px } .tick { border: 2px solid #888; padding: 0 10px; margin-right: 8px }
"""


def bar(*texts):
    return "<div class='bar row'>" + "".join(f"<div>{text}</div>" for text in texts) + "</div>"


def settings(w):
    def end():
        switch = f"<div class=switch style='background:{w.one(['#2a9d55', '#999'])}'></div>"
        return w.one([switch, f"<div class='dim nowrap'>{w.number(100)} %</div>"])
    rows = (f"<div class='row line'><div><div>{w.title()}</div><div class=dim>{w.sentence(60)}</div></div>{end()}</div>" for _ in range(14))
    return 390, 844, bar(w.words["settings"], w.time()) + "".join(rows)


def chat(w):
    sides = ["", "own blue"] * 7
    said = (f"<div class='box said {side}'><div>{w.sentence(150)}</div><div class='dim right'>{w.time()}</div></div>" for side in sides)
    below = f"<div class=row><div class=dim>{w.words['message']}</div><b>{w.words['send']}</b></div>"
    return 390, 844, bar(w.person(), w.time()) + f"<div style='height:750px; overflow:hidden'>{''.join(said)}</div>{below}"


def mail(w):
    rows = (f"<div class='row line'><div><div><b>{w.person()}</b></div><div>{w.title()}</div><div class=dim>{w.sentence(52)}</div></div>"
            f"<div class=dim>{w.one([w.time(), w.date()])}</div></div>" for _ in range(12))
    head = f"<h2>{w.title()}</h2><div class=dim>{w.person()} &lt;{w.mail()}&gt;, {w.date()} {w.time()}</div>"
    body = f"<div style='padding:0 28px; line-height:1.45'>{head}{w.paragraphs(8)}<p>{w.person()}</div>"
    return 1280, 800, (bar(f"{w.words['inbox']} ({w.number(2, 99)})", w.words["search"])
                       + f"<div style='display:flex'><div style='width:470px; flex:none'>{''.join(rows)}</div>{body}</div>")


def sheet(w):
    heads = "".join(f"<th>{w.words[name]}" for name in ("name", "subject", "date", "size", "price", "message"))
    rows = (f"<tr><td class=dim>{number}<td>{w.person()}<td>{w.title()}<td>{w.date()}<td class=right>{w.amount()}<td class=right>{w.price()}"
            f"<td>{w.mail()}" for number in range(1, 40))
    return 1180, 760, bar(w.title(), w.words["search"]) + f"<table><tr><th>{heads}{''.join(rows)}</table>"


def terminal(w):
    lines = "\n".join(w.one(w.sessions) for _ in range(20)).expandtabs().splitlines()
    return 900, 620, "<div class=terminal>" + "\n".join(html.escape(line) for line in lines if len(line) <= 90) + "</div>"


def form(w):
    values = {"name": w.person(), "street": w.address()[0], "town": w.address()[1], "telephone": w.telephone(), "message": w.mail(), "date": w.date(),
              "subject": w.title(), "price": w.price()}
    fields = "".join(f"<div><div class=dim>{w.words[name]}</div><div class='box nowrap'>{value}</div></div>" for name, value in values.items())
    ticks = "".join(f"<p><span class=tick></span>{w.sentence(80)}" for _ in range(3))
    return 820, 700, (f"<div style='padding:18px 40px'><h2>{w.title()}</h2><p class=dim>{w.sentence(110)}<div class=fields>{fields}</div>"
                      f"<div class=dim>{w.words['notes']}</div><div class=box>{w.sentence(200)}</div>{ticks}<div style='display:flex; gap:14px'>"
                      f"<div class=box>{w.words['cancel']}</div><div class='box blue'>{w.words['save']}</div></div></div>")


BRIGHT = [("#fff", "#1b1b1b"), ("#f6f6f6", "#333"), ("#fdfaf3", "#2c2a26")]
DARK = [("#1e1e1e", "#e4e4e4"), ("#0d1117", "#c9d1d9"), ("#2b2b33", "#f1f1f1")]


def draw_screen(browser, w, number):
    kind, dark = [settings, chat, mail, sheet, terminal, form][(number // 4 + number) % 6], number // 4 % 2
    css = SCREEN % (w.number(12, 17), w.one(SANS), *w.one(DARK if dark else BRIGHT), w.one(["#24518a", "#3b3f4a", "#7a2f5b", "#1d5f4d"]), w.one(MONO))
    width, height, body = kind(w)
    picture, lines = browser.draw(w.document(css, body), width, height, w.one([1.5, 2] if width < 500 else [1, 1, 1.25, 1.5]))
    return f"{number:02d}-{kind.__name__}-{w.language}-{'dark' if dark else 'bright'}", picture, lines, None


CODE = """
body { margin: 0; background: %s; color: %s; font: %dpx/1.35 '%s', monospace; font-variant-ligatures: none; white-space: pre; overflow: hidden }
.tabs { background: #8883; padding: 7px 14px; font: 13px '%s', sans-serif } .row { display: flex }
.number { width: 3.2em; color: #888; text-align: right; margin-right: 1.2em; flex: none }
"""


def draw_code(browser, w, number):
    """A part of a source file below the names of the file and of its folder."""
    language, patterns = list(SOURCES.items())[number % len(SOURCES)]
    files = sorted(file for pattern in patterns.split() for file in pathlib.Path("/").glob(pattern))
    files = [file for file in files if file.is_file() and 2500 < file.stat().st_size < 80000]
    if not files:
        raise SystemExit(f"There are no source files {patterns}.")
    file, count, size = w.one(files), w.number(30, 46), w.number(12, 17)
    formatter = pygments.formatters.HtmlFormatter(style=STYLES[number % len(STYLES)], noclasses=True, nowrap=True)
    source = file.read_text(errors="replace").expandtabs()
    rows = pygments.highlight(source, pygments.lexers.get_lexer_by_name(language, stripnl=False), formatter).split("\n")
    first = w.number(max(1, len(rows) - count))
    body = "".join(f"<div class=row><div class=number>{place}</div><div>{row}</div></div>"
                   for place, row in enumerate(rows[first:first + count], first + 1))
    ground = formatter.style.background_color
    ink = "#ddd" if sum(int(digit, 16) for digit in ground[1::(len(ground) - 1) // 3]) < 24 else "#222"
    page = w.document(CODE % (ground, ink, size, w.one(MONO), w.one(SANS)), f"<div class=tabs>{file.name} &nbsp; {file.parent}</div>{body}")
    picture, lines = browser.draw(page, size * 58, int(count * size * 1.35) + 40, w.one([1, 1.25, 1.5, 2]))
    return f"{number:02d}-{language.replace('+', 'p')}", picture, lines, None


KINDS = {"pages": (draw_page, 40), "turned": (draw_turned, 16), "screens": (draw_screen, 32), "code": (draw_code, 17)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--handbook", type=pathlib.Path, required=True)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--most", type=int, help="the first pictures of a kind; the languages take turns")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    books, browser = handbook.load(options.handbook), chromium.Chromium()
    for kind in options.kinds:
        draw, count = KINDS[kind]
        for number in range(min(count, options.most or count)):
            language = "en" if kind == "code" else list(books)[number % len(books)]
            writer = handbook.Writer(books, language, [options.seed, list(KINDS).index(kind), number])
            name, picture, lines, quality = draw(browser, writer, number)
            for line in lines:
                line["quad"] = [[round(x, 1), round(y, 1)] for x, y in line["quad"]]
            file = options.output / kind / f"{name}.{'jpg' if quality else 'png'}"
            file.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, quality] if quality else [])
            file.with_suffix(".json").write_text(json.dumps({"language": language, "lines": lines}, ensure_ascii=False, indent=1) + "\n")
            print(file, len(lines), flush=True)
    browser.close()


if __name__ == "__main__":
    main()
