import { LiveSystem } from '../../../engine/src/live-system/live-system.ts';
import { compileSystem, solveIntensities } from '../../../engine/src/system/index.ts';
import { catalogue } from './systems.ts';

// Run alone, with --expose-gc: what a solved catalogue keeps, after its input is let go.

const inUse = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};
const before = inUse();
const solved = solveIntensities(compileSystem(catalogue()));
const afterSolve = inUse();
const live = new LiveSystem(catalogue());
const afterLive = inUse();
const kept = { solvedMb: afterSolve - before, liveMb: afterLive - afterSolve };
process.stdout.write(JSON.stringify({ ...kept, check: [solved.values.length, live.edgeCount] }));
