import type { AssetKind } from './document.ts';

/** Width and height of each outline, and its lines, in the millimetres of a small asset. */
const OUTLINES: Readonly<Partial<Record<AssetKind, readonly [number, number, string]>>> = {
  CARBON_LABEL: [50, 82, 'M6 12h24M6 26h30M6 38h38M6 46h28M6 54h20M30 62h14v14h-14z'],
  FIGURE_TAG: [54, 21, 'M6 11h22M34 11h14'],
  QR_TAG: [50, 73, 'M10 10h30v30h-30zM16 16h6v6h-6zM28 16h6v6h-6zM16 28h6v6h-6zM10 52h30M10 60h20'],
  INFOGRAPHIC: [60, 75, 'M8 12h30M8 26h22M8 40h44M8 48h30M8 56h18M8 64h26'],
  SUPPLY_CHAIN_MAP: [80, 60, 'M14 42L34 20L52 34L68 16M6 54h30'],
  FOOTPRINT_REPORT: [56, 79, 'M8 12h28M8 24h40M8 31h40M8 38h30M8 50h40M8 57h40M8 64h22'],
};

/** The shape of an asset without content. */
export function Outline({ kind }: { readonly kind: AssetKind }) {
  const [width, height, lines] = OUTLINES[kind] ?? [50, 70, ''];
  return (
    <svg
      className="outline"
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      width={width * 1.6}
      aria-hidden
    >
      <rect width={width} height={height} rx={2} />
      <path d={lines} />
    </svg>
  );
}
