"""Settings of the site; tools/site builds it from a copy of this folder.

Pages are Markdown that a forge shows as well, with plain relative links. Two kinds of link leave this folder, and
`rewrite_links` gives each a target in the site: pages of the repository's root, such as CONTRIBUTING.md, are pages of the
site too (ROOT_PAGES); links to other files of the repository become links to PREAMAR_REPOSITORY, or plain text if that
variable is not set.
"""

import os
import pathlib
import posixpath
import re
import shutil

DOCS = pathlib.Path(__file__).resolve().parent
ROOT = DOCS.parent

project = "Preamar"
author = "The Preamar contributors"
project_copyright = "The Preamar contributors, Apache-2.0"
numbers = re.findall(r"version_(?:major|minor|patch) = (\d+)", (ROOT / "include/preamar/version.h").read_text())
version = release = ".".join(numbers)

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "breathe",
]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"Preamar {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}

myst_enable_extensions = ["deflist", "fieldlist"]
myst_heading_anchors = 4
pygments_style = "default"
pygments_dark_style = "github-dark"

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False

breathe_projects = {"preamar": os.environ.get("PREAMAR_DOXYGEN_XML", str(ROOT / "build/site-work/doxygen/xml"))}
breathe_default_project = "preamar"

# Pages of the site that are copies of pages of the repository's root.
ROOT_PAGES = {
    "developers/changelog": "CHANGELOG.md",
    "developers/conduct": "CODE_OF_CONDUCT.md",
    "developers/contributing": "CONTRIBUTING.md",
    "developers/security": "SECURITY.md",
}
DOCUMENT_OF = {"README.md": "index", **{name: page for page, name in ROOT_PAGES.items()}}
REPOSITORY = os.environ.get("PREAMAR_REPOSITORY", "").rstrip("/")

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
CODE = re.compile(r"^( *)(```+)[^\n]*\n.*?^\1\2|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def new_link(mark, text, link, folder, page):
    """A link of a page that lies in `folder` of the repository, as it must be in the page of the site."""
    if re.match(r"[a-z]+:|#|/", link):
        return f"{mark}[{text}]({link})"
    name, hash_sign, anchor = link.partition("#")
    target = posixpath.normpath(posixpath.join(folder, name))
    if target.startswith("docs/"):
        inside = target.removeprefix("docs/")
    elif target in DOCUMENT_OF:
        inside = DOCUMENT_OF[target] + ".md"
    elif REPOSITORY:
        return f"{mark}[{text}]({REPOSITORY}/blob/main/{target})"
    else:
        return text if "`" in text else f"{text} (`{target}`)"
    here = posixpath.dirname(page) or "."
    return f"{mark}[{text}]({posixpath.relpath(inside, here)}{hash_sign}{anchor})"


def copy_root_pages(app, config):
    """Copies the pages of ROOT_PAGES beside the other pages of the site."""
    for page, name in ROOT_PAGES.items():
        shutil.copy(ROOT / name, pathlib.Path(app.srcdir, f"{page}.md"))


def operator_names(pattern):
    """The operators of the table, in alphabetical order."""
    return re.findall(pattern, (ROOT / "src/registry/operators.inc").read_text(), re.MULTILINE)


def header_references(names):
    return "\n\n".join(f"### preamar/{name}.h\n```{{doxygenfile}} {name}.h\n```" for name in names)


def write_references(app, page, source):
    """Writes the references of all operators for the comment `% operators: python` or `cpp`, and for `% headers: NAMES`."""
    from preamar._operators import function_name

    names = map(function_name, operator_names(r"^(?:OPERATOR|DUAL)\((\w+)"))
    functions = "\n".join(f".. autofunction:: preamar.{name}" for name in names)
    text = source[0].replace("% operators: python", f"```{{eval-rst}}\n{functions}\n```")
    text = text.replace("% operators: cpp", header_references(operator_names(r"^OPERATOR\((\w+)")))
    source[0] = re.sub(r"^% headers: (.*)$", lambda found: header_references(found[1].split()), text, flags=re.MULTILINE)


def rewrite_links(app, page, source):
    """Gives links out of docs/ a target in the site."""
    text = source[0]
    folder = "" if page in ROOT_PAGES else posixpath.join("docs", posixpath.dirname(page))
    code = []

    def keep(found):
        code.append(found[0])
        return f"\0{len(code) - 1}\0"

    text = CODE.sub(keep, text)
    text = LINK.sub(lambda found: new_link(*found.groups(), folder, page), text)
    while "\0" in text:
        text = re.sub("\0(\\d+)\0", lambda found: code[int(found[1])], text)
    source[0] = text


def setup(app):
    app.connect("config-inited", copy_root_pages)
    app.connect("source-read", write_references)
    app.connect("source-read", rewrite_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
