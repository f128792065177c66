type Metric = { readonly head: string[]; readonly samples: string[] };

/**
 * Joins the metrics of several processes in the text format of Prometheus: each sample gets the label
 * `process`, and the samples of a metric follow each other, as the format demands.
 */
export function joinMetrics(texts: ReadonlyMap<number, string>): string {
  const metrics = new Map<string, Metric>();
  for (const [process, text] of texts) {
    let metric: Metric = { head: [], samples: [] };
    for (const line of text.split('\n')) {
      const [, keyword, name = ''] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (keyword !== undefined) {
        metric = metrics.getOrInsert(name, { head: [], samples: [] });
        if (!metric.head.includes(line)) metric.head.push(line);
      } else if (line !== '') {
        metric.samples.push(labelled(line, process));
      }
    }
  }
  return [...metrics.values()]
    .flatMap(({ head, samples }) => [...head, ...samples])
    .concat('')
    .join('\n');
}

function labelled(sample: string, process: number): string {
  const label = `process="${process}"`;
  return /^\w+\{/.test(sample)
    ? sample.replace('{', `{${label},`)
    : sample.replace(' ', `{${label}} `);
}
