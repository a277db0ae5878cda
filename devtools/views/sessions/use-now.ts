import { useEffect, useState } from 'react';

/** The present, in epoch ms, renewed twice a minute: what "3 minutes ago" is counted from. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
