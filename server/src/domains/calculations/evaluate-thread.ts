import { parentPort, workerData } from 'node:worker_threads';
import { replay } from '@trackway/engine';

/** Evaluates one snapshot in a thread, and ends. */
parentPort?.postMessage(replay(workerData));
