/** A point on the globe, in degrees, WGS 84. Longitudes beyond ±180 are the same point again. */
export type Position = { readonly latitude: number; readonly longitude: number };

/** Mean radius of the Earth in km (IUGG, R1 = (2a + b) / 3). */
const EARTH_RADIUS_KM = 6371.0088;

const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * Length of the great circle between two points, in km, on a sphere (at most 0.6 % off the
 * ellipsoid).
 *
 * Haversine: d = 2R · asin √(sin²(Δφ/2) + cos φ₁ · cos φ₂ · sin²(Δλ/2)), which stays exact for
 * short distances, where the law of cosines loses its digits.
 */
export function greatCircleKm(from: Position, to: Position): number {
  const latitudeFrom = from.latitude * RADIANS_PER_DEGREE;
  const latitudeTo = to.latitude * RADIANS_PER_DEGREE;
  const sinLatitude = Math.sin((latitudeTo - latitudeFrom) / 2);
  const sinLongitude = Math.sin(((to.longitude - from.longitude) * RADIANS_PER_DEGREE) / 2);
  const haversine =
    sinLatitude * sinLatitude +
    Math.cos(latitudeFrom) * Math.cos(latitudeTo) * sinLongitude * sinLongitude;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/**
 * The middle of some points: the mean of their unit vectors, put back on the sphere. Unlike a mean
 * of degrees it is right across the 180th meridian. Undefined for no points, or for points that
 * cancel out.
 */
export function middleOf(points: readonly Position[]): Position | undefined {
  let x = 0;
  let y = 0;
  let z = 0;
  for (const point of points) {
    const latitude = point.latitude * RADIANS_PER_DEGREE;
    const longitude = point.longitude * RADIANS_PER_DEGREE;
    x += Math.cos(latitude) * Math.cos(longitude);
    y += Math.cos(latitude) * Math.sin(longitude);
    z += Math.sin(latitude);
  }
  const length = Math.hypot(x, y, z);
  if (length < 1e-9 * Math.max(1, points.length)) return undefined;
  return {
    latitude: Math.asin(z / length) / RADIANS_PER_DEGREE,
    longitude: Math.atan2(y, x) / RADIANS_PER_DEGREE,
  };
}
