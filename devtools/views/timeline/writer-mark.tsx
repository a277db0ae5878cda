import type { JSX } from 'react';
import { Eye, PenLine, PenOff } from 'lucide-react';
import type { SessionSummary } from '../../data/devtools-store.ts';
import { useMessages } from '../../i18n/messages.ts';

/** Who has the writer's role of the session: this tab, another one, or nobody. */
export function WriterMark({ summary }: { readonly summary: SessionSummary }): JSX.Element {
  const { writing } = useMessages();
  const [icon, text] =
    summary.writer === 'here'
      ? [<PenLine key="here" />, writing.here]
      : summary.writer === 'elsewhere'
        ? [<Eye key="elsewhere" />, writing.elsewhere]
        : [<PenOff key="nobody" />, writing.nobody];
  return (
    <span className="writer-mark" data-writer={summary.writer ?? 'nobody'} data-tip={text}>
      <span aria-hidden="true">{icon}</span>
      <span className="writer-mark-text">{text}</span>
    </span>
  );
}
