import { useMemo, type JSX } from 'react';
import { JsonView } from 'react-json-view-lite';
import { cappedJson } from '../../data/capped-json.ts';
import { useMessages } from '../../i18n/messages.ts';

const MAX_OPEN_MEMBERS = 40;

/** JSON as a tree that is unfolded a little, and cut where it is too much. Everything in it is drawn as text. */
export function JsonTree({ value, label }: { readonly value: object; readonly label: string }): JSX.Element {
  const messages = useMessages();
  const { value: shown, capped } = useMemo(
    () =>
      cappedJson(value, {
        characters: messages.inspector.charactersLeft,
        members: messages.inspector.membersLeft,
      }),
    [value, messages],
  );
  const style = useMemo(
    () => ({
      container: 'json',
      basicChildStyle: 'json-member',
      childFieldsContainer: 'json-members',
      label: 'json-key',
      clickableLabel: 'json-key json-key-clickable',
      nullValue: 'json-keyword',
      undefinedValue: 'json-keyword',
      booleanValue: 'json-keyword',
      numberValue: 'json-number',
      stringValue: 'json-string',
      otherValue: 'json-string',
      punctuation: 'json-punctuation',
      expandIcon: 'json-toggle json-toggle-closed',
      collapseIcon: 'json-toggle json-toggle-open',
      collapsedContent: 'json-collapsed',
      ariaLables: {
        expandJson: messages.inspector.expandJson,
        collapseJson: messages.inspector.collapseJson,
      },
      stringifyStringValues: true,
    }),
    [messages],
  );

  return (
    <>
      {capped ? <p className="inspector-note">{messages.inspector.capped}</p> : null}
      <JsonView
        data={typeof shown === 'object' && shown !== null ? shown : {}}
        aria-label={label}
        style={style}
        clickToExpandNode
        shouldExpandNode={shouldUnfold}
      />
    </>
  );
}

function shouldUnfold(level: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return level < 5 && Object.keys(value).length <= MAX_OPEN_MEMBERS;
}
