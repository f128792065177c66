import { parentPort, workerData } from 'node:worker_threads';
import { compileSystem } from '../../../engine/src/system/index.ts';
import { backgroundModel } from './background-model.ts';
import { background } from './systems.ts';

// Builds the model, reports ready, then samples each block that it is sent.

const model = backgroundModel(compileSystem(background(Number(workerData))));
parentPort?.on('message', (range: { from: number; to: number }) => {
  parentPort?.postMessage(model.sample(1, range.from, range.to));
});
parentPort?.postMessage('ready');
