import type { AnyTask } from '../../rules/jobs/compute.ts';
import { bundleTask } from './bundle.ts';
import { catalogueTask } from './catalogue.ts';
import { footprintsTask } from './catalogue-footprints-task.ts';
import { endOfLifeTask } from './end-of-life.ts';
import { picturesTask } from './explain-tasks.ts';
import {
  energyTask,
  materialTask,
  productsTask,
  productTask,
  transportTask,
} from './footprint-tasks.ts';
import { previewTask } from './preview.ts';
import { supplyChainTask } from './supply-chain.ts';

/** The calculations that threads of the pool do. */
export const calculationTasks: readonly AnyTask[] = [
  materialTask,
  energyTask,
  transportTask,
  productTask,
  previewTask,
  productsTask,
  bundleTask,
  supplyChainTask,
  endOfLifeTask,
  catalogueTask,
  footprintsTask,
  picturesTask,
];
