/** Runs `work` and gives its result as `time`, and the ms of the longest task over 50 ms in it, or 0. */
export async function longestTask(work: () => Promise<number>): Promise<{ longest: number; time: number }> {
  let longest = 0;
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) longest = Math.max(longest, duration);
  });
  // What built the data may have ended in a long task: it is reported before the work begins.
  await new Promise((resolve) => setTimeout(resolve, 200));
  observer.observe({ entryTypes: ['longtask'] });
  const time = await work();
  await new Promise((resolve) => setTimeout(resolve, 200));
  observer.disconnect();
  return { longest, time };
}
