import type { SystemInput } from '../../../engine/src/system/index.ts';
import { numbersFrom } from '../../engine/arbitrary-system.ts';

/**
 * A catalogue of the usual shape: 5 % materials and factors, 20 % components made of those and of
 * earlier components, 75 % finished products that nothing else is made of.
 */
export function catalogue(nodeCount = 100_000, edgeCount = 1_000_000): SystemInput {
  const materials = nodeCount * 0.05;
  const parts = nodeCount * 0.25;
  const random = numbersFrom(1);
  return build(nodeCount, edgeCount, 16, (edge) => {
    const consumer = materials + Math.floor((edge * (nodeCount - materials)) / edgeCount);
    return { consumer, supplier: Math.floor(random() * Math.min(consumer, parts)) };
  });
}

/** The same size with edges from anywhere to anywhere below: deeper than any real catalogue. */
export function tangled(nodeCount = 100_000, edgeCount = 1_000_000): SystemInput {
  const random = numbersFrom(2);
  return build(nodeCount, edgeCount, 16, (edge) => {
    const consumer = 1 + Math.floor((edge * (nodeCount - 1)) / edgeCount);
    return { consumer, supplier: Math.floor(random() * consumer) };
  });
}

/** A background database: 20,000 processes; a share of the edges runs against the order. */
export function background(feedbackShare: number, indicatorCount = 16): SystemInput {
  const nodeCount = 20_000;
  const random = numbersFrom(3);
  return build(nodeCount, 250_000, indicatorCount, () => {
    const consumer = 1 + Math.floor(random() * (nodeCount - 1));
    const isFeedback = random() < feedbackShare;
    return { consumer, supplier: Math.floor(random() * (isFeedback ? nodeCount : consumer)) };
  });
}

function build(
  nodeCount: number,
  edgeCount: number,
  indicatorCount: number,
  edgeAt: (edge: number) => { readonly consumer: number; readonly supplier: number },
): SystemInput {
  const random = numbersFrom(4);
  const consumers = new Int32Array(edgeCount);
  const suppliers = new Int32Array(edgeCount);
  const meanDegree = edgeCount / nodeCount;
  for (let edge = 0; edge < edgeCount; edge++) {
    const { consumer, supplier } = edgeAt(edge);
    consumers[edge] = consumer;
    suppliers[edge] = supplier;
  }
  // Half of what a node hands on comes from its suppliers, so ρ(A) is near one half.
  const amounts = Float64Array.from({ length: edgeCount }, () => random() / meanDegree);
  const direct = Float64Array.from({ length: nodeCount * indicatorCount }, () => random());
  return { nodeCount, indicatorCount, consumers, suppliers, amounts, direct };
}
