const MOST_CHARACTERS = 32;

/** Label on the left of a bar of a drawing, cut off where there is no room for more. */
export function BarLabel({
  x,
  y,
  label,
}: {
  readonly x: number;
  readonly y: number;
  readonly label: string;
}) {
  return (
    <text x={x} y={y} textAnchor="end">
      {label.length > MOST_CHARACTERS ? `${label.slice(0, MOST_CHARACTERS - 1)}…` : label}
    </text>
  );
}
