import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type GeoPermissibleObjects, type GeoProjection, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';

/** Resolutions of the coast lines of Natural Earth. The maps show land only, and so claim no border. */
const FILES = { WORLD: 'world-atlas/land-110m.json', REGION: 'world-atlas/land-50m.json' } as const;
/** Scale from which on coast lines of 1 : 110 million look coarse, in millimetres per radian. */
const REGION_SCALE = 60;

const loaded = new Map<string, GeoPermissibleObjects>();

/** The land within a frame as an SVG path, with up to two decimals. */
export function landPath(
  projection: GeoProjection,
  frame: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  },
): string {
  const { x, y, width, height } = frame;
  const extent = projection.clipExtent();
  projection.clipExtent([
    [x, y],
    [x + width, y + height],
  ]);
  const land = landOf(projection.scale() < REGION_SCALE ? FILES.WORLD : FILES.REGION);
  const path = geoPath(projection).digits(2)(land) ?? '';
  projection.clipExtent(extent);
  return path;
}

function landOf(file: string): GeoPermissibleObjects {
  const known = loaded.get(file);
  if (known !== undefined) return known;
  const topology: Topology = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve(file)), 'utf8'),
  );
  const { land } = topology.objects;
  if (land === undefined) throw new Error(`${file} has no land.`);
  const shape = feature(topology, land);
  loaded.set(file, shape);
  return shape;
}
