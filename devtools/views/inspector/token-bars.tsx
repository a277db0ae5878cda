import type { JSX } from 'react';
import type { TokenUsage } from '../../data/devtools-store.ts';
import { useMessages } from '../../i18n/messages.ts';

/** Token counts as bars to one scale, each with its number. */
export function TokenBars({ usage }: { readonly usage: TokenUsage }): JSX.Element {
  const messages = useMessages();
  const words = messages.inspector.usage;
  const bars = [
    { name: words.input, count: usage.inputTokens },
    { name: words.output, count: usage.outputTokens },
    { name: words.reasoning, count: usage.reasoningTokens ?? 0 },
    { name: words.cacheRead, count: usage.cacheReadTokens ?? 0 },
    { name: words.cacheWrite, count: usage.cacheWriteTokens ?? 0 },
  ].filter((bar, index) => index < 2 || bar.count > 0);
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return (
    <dl className="token-bars">
      {bars.map(({ name, count }) => (
        <div key={name} className="token-bar">
          <dt>{name}</dt>
          <dd>
            <span className="token-bar-track" aria-hidden="true">
              <span className="token-bar-fill" style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="mono">{messages.number(count)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
