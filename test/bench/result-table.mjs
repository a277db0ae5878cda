/** One row a target: the ratio of the medians, and whether it is met on this backend. */
export function compare({ name, backend, samples, targets }) {
  return targets.map(({ what, over, under, bound, leveldb, sqlite }) => {
    const [first, second] = [median(samples[over]), median(samples[under])];
    const ratio = first / second;
    const target = backend === 'sqlite' ? sqlite : leveldb;
    const met = bound === 'at least' ? ratio >= target : ratio <= target;
    return { name, backend, what, ratio, bound, target, met, medians: { [over]: first, [under]: second } };
  });
}

/** Prints the rows of one measurement on one backend, and under them every contender's median. */
export function printTable(rows, samples) {
  for (const { name, backend, what, ratio, bound, target, met } of rows) {
    const place = `${name} (${backend})`.padEnd(24);
    console.log(
      `${place} ${what.padEnd(42)} ${ratio.toFixed(2).padStart(9)} x  ${bound} ${target}  ${met ? 'met' : 'MISSED'}`,
    );
  }
  const medians = Object.entries(samples).map(([who, figures]) => `${who} ${median(figures).toFixed(1)}`);
  console.log(`${''.padEnd(24)} medians: ${medians.join(', ')}`);
}

export function median(figures) {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
