import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** Light modules around the symbol (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** A QR Code, dark on white in both colour schemes. It is drawn here: a secret in it goes nowhere. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const code = generate(content);
  const side = code.size + 2 * QUIET_MODULES;
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_MODULES} y={-QUIET_MODULES} width={side} height={side} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}
