"""preamar view: a slide and its labels in the browser, from the command line."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import webbrowser

_DESCRIPTION = """\
Shows an image and its labels in the browser. Click on an object to see its measurements. Nothing leaves this machine:
the server listens on loopback only, unless --host says otherwise."""


def main():
    parser = argparse.ArgumentParser(prog="preamar view", description=_DESCRIPTION, allow_abbrev=False,
                                     epilog="example: preamar view slide.svs --labels nuclei.ome.zarr --table nuclei.csv")
    parser.add_argument("image", help="the image: a pyramid such as .ome.zarr, .svs or a COG is shown fastest")
    parser.add_argument("--labels", metavar="FILE", action="append", default=[],
                        help="a label image of the same shape, or of a level (default: those in an OME-Zarr); "
                             "may be repeated")
    parser.add_argument("--table", metavar="FILE", action="append", default=[],
                        help="the .csv of preamar measure for the labels; may be repeated, in their order")
    parser.add_argument("--select", metavar="PLACES", default="", help="position on further axes, such as c=0,t=3")
    parser.add_argument("--channel", metavar="NAME", default="",
                        help="show one channel of a colour image, such as haematoxylin")
    parser.add_argument("--port", metavar="N", type=int, default=0, help="port (default: one that is free)")
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1",
                        help="address to listen on; beyond loopback, the page needs the token that is printed "
                             "(default: 127.0.0.1)")
    parser.add_argument("--token", action="store_true", help="ask for a token on loopback too: other users of this "
                                                             "machine cannot open the page")
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    given = parser.parse_args()
    try:
        _serve(given)
    except (OSError, MemoryError, ValueError) as error:
        print(f"preamar: view: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, ValueError) else 1)


def _serve(given):
    from ._scene import Scene
    from ._server import Server

    if not 0 <= given.port < 65536:
        raise ValueError(f"port is {given.port}; it must be from 0 to 65535")
    scene = Scene(given.image, given.labels, given.table, given.select, given.channel)
    with Server(scene, given.host, given.port, given.token) as server:
        for number in signal.SIGINT, signal.SIGTERM:  # the first is ignored in scripts that start it with &
            signal.signal(number, _stop)
        _report(scene, server)
        if not given.no_browser and _has_screen():
            webbrowser.open(server.url)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


def _stop(*_):
    raise KeyboardInterrupt


def _report(scene, server):
    pyramid = scene.pyramid
    levels = len(pyramid.levels)
    print(f"{scene.name}: {pyramid.rows}x{pyramid.columns}, {levels} level{'s' * (levels > 1)}, labels: "
          + (", ".join(layer.name for layer in scene.labels) or "none"))
    if not pyramid.is_complete:
        print("preamar: view: it has too few levels to be shown whole; write it with --pyramid mean", file=sys.stderr)
    if not server.is_loopback:
        print("preamar: view: the connection is not encrypted; on networks that you do not trust, use 'ssh -L' instead",
              file=sys.stderr)
    print(f"{server.url} (Ctrl-C ends)", flush=True)


def _has_screen():
    return sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


if __name__ == "__main__":
    main()
