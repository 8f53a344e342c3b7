// The page: an image, labels over it, and the measurements of the object that was clicked on.
// The map's coordinates are rows and columns of the full image; zoom -h shows the picture that is halved h times.
"use strict";

const byId = (id) => document.getElementById(id);
const pixelCrs = L.extend({}, L.CRS.Simple, { transformation: new L.Transformation(1, 0, 1, 0) });
const enlargements = 5;
const symbols = { micrometer: "µm", nanometer: "nm", millimeter: "mm", centimeter: "cm", meter: "m", metre: "m" };

let scene, map, plane = 0;
let layers = []; // what the panel lists: {tiles, outlines}
let marked = null; // the outline of the object that was clicked on
let newest = 0; // number of the newest click: answers to older ones are dropped

fetch("scene.json").then((answer) => answer.json()).then(show).catch(() => fail("The server does not answer."));

function show(found) {
  scene = found;
  history.replaceState(null, "", location.pathname + location.hash); // the address bar need not show the token
  document.title = `${scene.name} - Preamar`;
  byId("name").textContent = scene.name;
  byId("size").textContent = sizeText();
  const bounds = [[0, 0], [scene.rows, scene.columns]];
  map = L.map("map", {
    crs: pixelCrs, minZoom: -scene.halvings, maxZoom: enlargements, attributionControl: false,
    maxBounds: L.latLngBounds(bounds).pad(0.5), wheelPxPerZoomLevel: 120,
  });
  map.on("zoomend", () => byId("map").classList.toggle("enlarged", map.getZoom() > 0));
  map.on("zoomend moveend", drawScale);
  map.on("mousemove", (event) => showPointer(event.latlng));
  map.on("click", (event) => showObject(event.latlng.lat, event.latlng.lng));
  addLayers(bounds);
  addPlanes();
  start(bounds);
}

// An address such as #at=120,400&zoom=-1 opens the object at a row and column.
function start(bounds) {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const at = (wanted.get("at") || "").split(",").map(Number);
  if (wanted.has("plane")) setPlane(Number(wanted.get("plane")));
  if (at.length !== 2 || !at.every(Number.isFinite)) {
    map.fitBounds(bounds);
    return;
  }
  map.setView(at, Number(wanted.get("zoom")) || 0);
  showObject(at[0], at[1]);
}

function sizeText() {
  const shape = `${scene.columns} x ${scene.rows}` + (scene.planes > 1 ? ` x ${scene.planes}` : "") + " pixels";
  return scene.spacing ? `${shape}, ${number(scene.spacing)} ${unit()} per pixel` : shape;
}

const unit = () => symbols[scene.unit] || scene.unit;

function addLayers(bounds) {
  const add = (name, prefix, halvings, opacity) => {
    const tiles = new L.TileLayer("", {
      tileSize: scene.tile, bounds, noWrap: true, opacity,
      minZoom: -halvings, maxZoom: enlargements, minNativeZoom: -halvings, maxNativeZoom: 0,
    });
    const layer = { tiles, prefix };
    tiles.getTileUrl = (tile) => `${layer.prefix}/${-tile.z}/${plane}/${tile.y}/${tile.x}.png`;
    tiles.on("tileerror", () => fail("Some tiles cannot be read; the terminal shows why."));
    tiles.addTo(map);
    layers.push(layer);
    byId("layers").append(layerRow(name, layer, opacity));
    return layer;
  };
  if (scene.has_image) add("Image", "image", scene.halvings, 1);
  scene.labels.forEach((labels, index) => {
    const layer = add(labels.name, `labels/${index}`, labels.halvings, 0.8);
    byId("layers").append(outlinesRow(layer, index));
  });
  byId("object").hidden = scene.labels.length === 0;
}

function layerRow(name, layer, opacity) {
  const row = element("div", "layer");
  const shown = checkbox(name, true, (is) => (is ? layer.tiles.addTo(map) : layer.tiles.remove()));
  const slider = element("input");
  Object.assign(slider, { type: "range", min: 0, max: 100, value: 100 * opacity });
  slider.setAttribute("aria-label", `Opacity of ${name}`);
  slider.addEventListener("input", () => layer.tiles.setOpacity(slider.value / 100));
  row.append(shown, slider);
  return row;
}

function outlinesRow(layer, index) {
  return checkbox("Outlines only", false, (is) => {
    layer.prefix = `${is ? "outlines" : "labels"}/${index}`;
    layer.tiles.redraw();
  });
}

function checkbox(name, checked, change) {
  const label = element("label"), box = element("input");
  Object.assign(box, { type: "checkbox", checked });
  box.addEventListener("change", () => change(box.checked));
  label.append(box, ` ${name}`);
  return label;
}

function addPlanes() {
  if (scene.planes < 2) return;
  byId("planes").hidden = false;
  byId("plane").max = scene.planes - 1;
  byId("plane").addEventListener("input", () => setPlane(Number(byId("plane").value)));
  setPlane(Math.floor(scene.planes / 2));
}

function setPlane(wanted) {
  plane = Math.min(Math.max(0, Math.floor(wanted) || 0), scene.planes - 1);
  byId("plane").value = plane;
  byId("plane-number").textContent = `${plane} of ${scene.planes - 1}`;
  layers.forEach((layer) => layer.tiles.redraw());
  marked?.remove();
}

function isInside(row, column) {
  return row >= 0 && column >= 0 && row < scene.rows && column < scene.columns;
}

// The object of the uppermost labels that has one at this pixel.
async function showObject(latitude, longitude) {
  const row = Math.floor(latitude), column = Math.floor(longitude);
  const click = ++newest;
  if (!isInside(row, column)) return;
  for (let index = scene.labels.length - 1; index >= 0; --index) {
    if (!map.hasLayer(layers[layers.length - scene.labels.length + index].tiles)) continue;
    const answer = await fetch(`object/${index}/${plane}/${row}/${column}.json`);
    if (click !== newest) return;
    if (!answer.ok) return fail("The object cannot be read; the terminal shows why.");
    const found = await answer.json();
    if (found.label !== "0") return fill(found, row, column, `object/${index}/${plane}/${row}/${column}.png`);
  }
  fill(null, row, column, "");
}

function fill(found, row, column, outline) {
  marked?.remove();
  byId("measurements").replaceChildren();
  byId("object-name").textContent = found ? `Object ${found.label}` : "No object";
  byId("object-hint").textContent = hint(found, row, column);
  if (!found) return;
  const [[top, bottom], [left, right]] = found.window;
  marked = L.imageOverlay(outline, [[top, left], [bottom, right]], { className: "marked" }).addTo(map);
  for (const [name, value] of found.row || []) {
    if (name === "label") continue;
    const line = element("tr"), head = element("th"), cell = element("td");
    head.textContent = name.replaceAll("_", " ");
    cell.textContent = number(Number(value), value);
    line.append(head, cell);
    byId("measurements").append(line);
  }
}

function hint(found, row, column) {
  const where = `row ${row}, column ${column}`;
  if (!found || found.row) return where;
  if (!found.has_table) return `${where}. Start the viewer with --table to see measurements.`;
  return `${where}. The table has no row of this label; its labels must ascend.`;
}

// At most six digits; text that is no number stays.
function number(value, text = "") {
  if (text !== "" && !Number.isFinite(value)) return text;
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

function showPointer({ lat, lng }) {
  const row = Math.floor(lat), column = Math.floor(lng);
  byId("pointer").textContent = isInside(row, column) ? `row ${row}, column ${column}` : "";
}

// A bar of 1, 2 or 5 times a power of ten units, at most 160 pixels wide.
function drawScale() {
  if (!scene.spacing) return;
  const unitsPerPixel = scene.spacing / map.getZoomScale(map.getZoom(), 0);
  const most = 160 * unitsPerPixel;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((factor) => factor * power).find((units) => units <= most);
  byId("scale").hidden = false;
  byId("scale-text").style.width = `${length / unitsPerPixel}px`;
  byId("scale-text").textContent = `${number(length)} ${unit()}`;
}

function element(name, className = "") {
  return Object.assign(document.createElement(name), { className });
}

function fail(words) {
  byId("failure").textContent = words;
  byId("failure").hidden = false;
}
