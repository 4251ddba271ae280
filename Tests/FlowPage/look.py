"""Looks at pages of `w:report` as a person does: with a browser, on a screen and on paper."""

import html.parser
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FLOWS = {
    "long": """
        local w = world{devices = {"phone", "tablet", "laptop", "web"}}
        for day = 1, 20 do
          local n = w.phone.notes.add("Psalm " .. day, "day " .. day)
          w:settle()
          n:update{text = "phone " .. day}
          w.tablet.notes.find{ref = "Psalm " .. day}[1]:update{text = "tablet " .. day}
          if day % 3 == 0 then w:fail{device = "laptop", status = 503} end
          pcall(w.settle, w)
          w:advance("1d")
        end
        w:settle()
        print(w:report(arg[1]))
        """,
    "hostile": r"""
        local w = world{}
        w.phone.notes.add("John 3:16", "</li></ol><script>document.body.remove()</script>")
        w.phone.notes.add("John 3:16", "<img src=x onerror=console.error(1)>\u{202E}\27[2J")
        w:settle()
        print(w:report(arg[1]))
        """,
    "empty": "print(world{}:report(arg[1]))",
}


class Page(html.parser.HTMLParser):
    """Counts what the browser made of a page."""

    def __init__(self, text):
        super().__init__()
        self.events = 0
        self.addresses = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "li" and (attributes.get("class") or "").startswith("event"):
            self.events += 1
        self.addresses += [attributes[name] for name in ("src", "href") if name in attributes]


def browse(page, *options):
    # A profile of its own, so that nothing of a person's is touched.
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-extensions",
             "--enable-logging=stderr", f"--user-data-dir={profile}", *options, page.as_uri()],
            capture_output=True, text=True, timeout=120, check=True)


def require(holds, what):
    if not holds:
        sys.exit(f"error: {what}")


def look(name, page, count):
    seen = browse(page, "--dump-dom")
    said = [line for line in seen.stderr.splitlines() if "CONSOLE" in line]
    require(not said, f"{name}: the console of the browser says {said}")
    found = Page(seen.stdout)
    require(found.events == count, f"{name}: {found.events} events are shown, not {count}")
    require(not found.addresses, f"{name}: it asks for {found.addresses}")
    require(not re.search(r"url\(|@import", page.read_text()), f"{name}: its style needs a file")
    for mode in ("0", "1"):
        picture = page.with_suffix(f".{mode}.png")
        browse(page, f"--blink-settings=preferredColorScheme={mode}", "--window-size=1200,900",
               f"--screenshot={picture}")
        require(picture.stat().st_size > 5_000, f"{name}: the picture is blank")
    paper = page.with_suffix(".pdf")
    browse(page, f"--print-to-pdf={paper}")
    require(paper.read_bytes().startswith(b"%PDF"), f"{name}: it does not print")


def main():
    program, examples = sys.argv[1:]
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home}
        flows = {name: ["-e", chunk] for name, chunk in FLOWS.items()}
        flows["example"] = [str(pathlib.Path(examples) / "26-a-picture-of-a-flow.lua")]
        for name, words in flows.items():
            page = pathlib.Path(home) / f"{name}.html"
            run = subprocess.run(
                [program, *words, str(page)], capture_output=True, text=True, check=True,
                env=environment)
            count = int(run.stdout.split()[0])
            look(name, page, count)
            print(f"{name}: {count} events, seen in light and in dark, and on paper")


main()
