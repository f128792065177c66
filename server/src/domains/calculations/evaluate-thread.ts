import { parentPort, workerData } from 'node:worker_threads';
import { replay } from '@trackway/engine';

/** Evaluates one snapshot beside the service, and ends. */
parentPort?.postMessage(replay(workerData));
