import { describe, expect, it } from 'vitest';
import { EventRefusedError } from '../../../lib/errors.ts';
import { checkEventData } from '../../../lib/event/check-event.ts';
import { refusalOfCall } from '../../fixtures/refusal.ts';
import { assistantData, callData, resultData, userMessage } from '../../fixtures/sample-event.ts';

const header = {
  header: {
    config: {
      provider: 'test',
      model: 'none',
      reasoningEffort: 'high',
      temperature: 1,
      maxTokens: 9,
      stop: ['.'],
    },
    adapterDefaults: { reasoningEffort: true, maxTokens: true },
    system: 'be brief',
  },
  reason: 'initial',
};
const usage = {
  inputTokens: 1,
  outputTokens: 2,
  cacheReadTokens: 3,
  cacheWriteTokens: 4,
  reasoningTokens: 5,
};

function chunk(part: object) {
  return { turn: 1, step: 1, chunk: part };
}

function turnEnd(reason: unknown) {
  return { turn: 1, reason };
}

function user(changes: object) {
  return { ...userMessage(), ...changes };
}

function assistant(changes: object) {
  const data = assistantData(1, 1);
  return { ...data, message: { ...data.message, ...changes } };
}

function result(changes: object) {
  const data = resultData(1, 1, 'c1');
  return { ...data, message: { ...data.message, ...changes } };
}

/** One of each known type, and of each part that a message or a stream may have. */
const accepted: readonly [string, unknown][] = [
  ['turn/start', { turn: 1 }],
  ['turn/start', { turn: 1, trigger: { kind: 'message' } }],
  ['turn/end', turnEnd({ kind: 'completed' })],
  ['turn/end', turnEnd({ kind: 'aborted' })],
  ['turn/end', turnEnd({ kind: 'aborted', reason: { kind: 'hook', reason: 'no' } })],
  ['turn/end', turnEnd({ kind: 'blocked' })],
  ['turn/end', turnEnd({ kind: 'error', error: { message: 'x', code: 'AUTH', status: 401 } })],
  ['turn/end', turnEnd({ kind: 'error', error: { message: 'x' } })],
  ['turn/end', turnEnd({ kind: 'error', error: { name: 'OldShape', httpStatus: 500 } })],
  ['turn/end', turnEnd({ kind: 'acme/paused', until: 5 })],
  ['step/start', { turn: 1, step: 1 }],
  ['step/end', { turn: 2, step: 3 }],
  ['user/message', userMessage()],
  ['user/message', user({ content: [] })],
  ['user/message', user({ source: { kind: 'plugin', plugin: 'compact' } })],
  [
    'user/message',
    user({
      content: [
        { type: 'image', attachment: { id: 1 } },
        { type: 'acme/map', at: [1, 2] },
      ],
    }),
  ],
  ['assistant/message', assistantData(1, 1, ['c1', 'c2'])],
  [
    'assistant/message',
    { ...assistant({ content: [{ type: 'reasoning', text: '' }] }), usage, interrupted: true },
  ],
  ['assistant/chunk', chunk({ type: 'block-start', index: 0, blockType: 'text' })],
  ['assistant/chunk', chunk({ type: 'text-delta', index: 0, text: 'x' })],
  ['assistant/chunk', chunk({ type: 'reasoning-delta', index: 0, text: '' })],
  [
    'assistant/chunk',
    chunk({ type: 'tool-call-delta', index: 1, id: 'c', name: 'read', argumentsDelta: '{' }),
  ],
  ['assistant/chunk', chunk({ type: 'tool-call-delta', index: 1, id: 'c', argumentsDelta: '' })],
  ['assistant/chunk', chunk({ type: 'block-end', index: 0, block: { type: 'text', text: 'x' } })],
  ['assistant/chunk', chunk({ type: 'usage', usage })],
  ['assistant/chunk', chunk({ type: 'finish', reason: { kind: 'stop' } })],
  ['assistant/chunk', chunk({ type: 'acme/ping' })],
  ['tool/call', callData(1, 1, 'c1')],
  ['tool/result', resultData(1, 1, 'c1')],
  [
    'tool/result',
    { ...resultData(1, 1, 'c1'), error: { name: 'FsError', code: 'DENIED' }, meta: { any: 1 } },
  ],
  ['todo/write', { todos: [] }],
  [
    'todo/write',
    {
      todos: [
        { content: 'a', status: 'in_progress' },
        { content: 'b', status: 'completed', x: 1 },
      ],
    },
  ],
  ['request/header', header],
  ['request/header', { header: { config: { provider: 'p', model: 'm' } }, reason: 'resume' }],
  ['request/context', { provider: 'p', model: 'm', contextWindow: 1000 }],
  ['session/title', { title: '' }],
  ['session/title', { title: 'Trip', messageSeqs: [0, 4], source: { kind: 'fallback' } }],
  ['session/end-seed', {}],
  ['session/end-seed', { inherited: true }],
  ['acme/note', undefined],
  ['acme/note', 'anything'],
  ['constructor', null],
  ['__proto__', 1],
];

describe('the data of an event', () => {
  it.each(accepted)('of %s may be %j', (type, data) => {
    expect(() => checkEventData(type, data, 0)).not.toThrow();
  });

  const block = { type: 'tool-result', toolCallId: 'c1', content: [] };
  it.each<[string, unknown, string]>([
    ['turn/start', undefined, 'data'],
    ['turn/start', null, 'data'],
    ['turn/start', [], 'data'],
    ['turn/start', {}, 'data.turn'],
    ['turn/start', { turn: 0 }, 'data.turn'],
    ['turn/start', { turn: 1.5 }, 'data.turn'],
    ['turn/start', { turn: '1' }, 'data.turn'],
    ['turn/end', { turn: -1, reason: { kind: 'completed' } }, 'data.turn'],
    ['turn/end', { turn: 1 }, 'data.reason'],
    ['turn/end', turnEnd('completed'), 'data.reason'],
    ['turn/end', turnEnd({}), 'data.reason.kind'],
    ['turn/end', turnEnd({ kind: 1 }), 'data.reason.kind'],
    ['turn/end', turnEnd({ kind: 'aborted', reason: 'user' }), 'data.reason.reason'],
    ['turn/end', turnEnd({ kind: 'aborted', reason: {} }), 'data.reason.reason.kind'],
    ['turn/end', turnEnd({ kind: 'error', error: 'boom' }), 'data.reason.error'],
    ['turn/end', turnEnd({ kind: 'error', error: { message: 1 } }), 'data.reason.error.message'],
    ['turn/end', turnEnd({ kind: 'error', error: { code: 1 } }), 'data.reason.error.code'],
    ['step/start', { turn: 1 }, 'data.step'],
    ['step/end', { turn: 1, step: 0 }, 'data.step'],
    ['user/message', { x: 1 }, 'data.id'],
    ['user/message', user({ id: '' }), 'data.id'],
    ['user/message', user({ role: 'assistant' }), 'data.role'],
    ['user/message', user({ source: 'user' }), 'data.source'],
    ['user/message', user({ source: {} }), 'data.source.kind'],
    ['user/message', user({ content: 'hello' }), 'data.content'],
    ['user/message', user({ content: ['hello'] }), 'data.content[0]'],
    ['user/message', user({ content: [{ text: 'x' }] }), 'data.content[0].type'],
    [
      'user/message',
      user({ content: [{ type: 'text', text: 'x' }, { type: 'text' }] }),
      'data.content[1].text',
    ],
    ['user/message', user({ content: [{ type: 'image' }] }), 'data.content[0].attachment'],
    ['assistant/message', { turn: 1, step: 1 }, 'data.message'],
    ['assistant/message', { ...assistantData(1, 1), step: 'x' }, 'data.step'],
    ['assistant/message', assistant({ role: 'user' }), 'data.message.role'],
    ['assistant/message', assistant({ source: { kind: 'user' } }), 'data.message.source.kind'],
    [
      'assistant/message',
      assistant({ source: { kind: 'model', model: 'm' } }),
      'data.message.source.provider',
    ],
    [
      'assistant/message',
      assistant({ source: { kind: 'model', provider: 'p' } }),
      'data.message.source.model',
    ],
    [
      'assistant/message',
      assistant({ content: [{ type: 'text', text: 5 }] }),
      'data.message.content[0].text',
    ],
    ['assistant/message', assistant({ content: [{ type: 'reasoning' }] }), 'data.message.content[0].text'],
    [
      'assistant/message',
      assistant({ content: [{ type: 'tool-call', name: 'n', arguments: '' }] }),
      'data.message.content[0].id',
    ],
    [
      'assistant/message',
      assistant({ content: [{ type: 'tool-call', id: 'c', arguments: '' }] }),
      'data.message.content[0].name',
    ],
    [
      'assistant/message',
      assistant({ content: [{ type: 'tool-call', id: 'c', name: 'n', arguments: {} }] }),
      'data.message.content[0].arguments',
    ],
    ['assistant/message', { ...assistantData(1, 1), usage: 5 }, 'data.usage'],
    ['assistant/message', { ...assistantData(1, 1), usage: { outputTokens: 1 } }, 'data.usage.inputTokens'],
    [
      'assistant/message',
      { ...assistantData(1, 1), usage: { ...usage, outputTokens: '1' } },
      'data.usage.outputTokens',
    ],
    [
      'assistant/message',
      { ...assistantData(1, 1), usage: { ...usage, reasoningTokens: null } },
      'data.usage.reasoningTokens',
    ],
    ['assistant/message', { ...assistantData(1, 1), interrupted: false }, 'data.interrupted'],
    ['assistant/chunk', { turn: 1, step: 1 }, 'data.chunk'],
    ['assistant/chunk', chunk({}), 'data.chunk.type'],
    ['assistant/chunk', chunk({ type: 'text-delta', text: 'x' }), 'data.chunk.index'],
    ['assistant/chunk', chunk({ type: 'text-delta', index: 0 }), 'data.chunk.text'],
    ['assistant/chunk', chunk({ type: 'reasoning-delta', index: -1, text: 'x' }), 'data.chunk.index'],
    ['assistant/chunk', chunk({ type: 'tool-call-delta', index: 0, argumentsDelta: '' }), 'data.chunk.id'],
    [
      'assistant/chunk',
      chunk({ type: 'tool-call-delta', index: 0, id: 'c', name: 1, argumentsDelta: '' }),
      'data.chunk.name',
    ],
    ['assistant/chunk', chunk({ type: 'tool-call-delta', index: 0, id: 'c' }), 'data.chunk.argumentsDelta'],
    ['assistant/chunk', chunk({ type: 'block-start', index: 0 }), 'data.chunk.blockType'],
    ['assistant/chunk', chunk({ type: 'block-end', index: 0 }), 'data.chunk.block'],
    [
      'assistant/chunk',
      chunk({ type: 'block-end', index: 0, block: { type: 'text' } }),
      'data.chunk.block.text',
    ],
    ['assistant/chunk', chunk({ type: 'usage' }), 'data.chunk.usage'],
    ['assistant/chunk', chunk({ type: 'finish', reason: 'stop' }), 'data.chunk.reason'],
    ['tool/call', { ...callData(1, 1, 'c'), callId: undefined }, 'data.callId'],
    ['tool/call', { ...callData(1, 1, 'c'), name: 1 }, 'data.name'],
    ['tool/call', { ...callData(1, 1, 'c'), arguments: {} }, 'data.arguments'],
    ['tool/result', { turn: 1, step: 1 }, 'data.message'],
    ['tool/result', result({ source: { kind: 'user', callId: 'c1' } }), 'data.message.source.kind'],
    ['tool/result', result({ source: { kind: 'tool' } }), 'data.message.source.callId'],
    ['tool/result', result({ content: [] }), 'data.message.content'],
    ['tool/result', result({ content: [block, block] }), 'data.message.content'],
    ['tool/result', result({ content: [{ type: 'text', text: 'x' }] }), 'data.message.content[0].type'],
    [
      'tool/result',
      result({ content: [{ ...block, toolCallId: 'c2' }] }),
      'data.message.content[0].toolCallId',
    ],
    ['tool/result', result({ content: [{ ...block, isError: 1 }] }), 'data.message.content[0].isError'],
    ['tool/result', result({ content: [{ ...block, content: 'x' }] }), 'data.message.content[0].content'],
    [
      'tool/result',
      result({ content: [{ ...block, content: [{ type: 'text' }] }] }),
      'data.message.content[0].content[0].text',
    ],
    ['tool/result', { ...resultData(1, 1, 'c1'), error: 'x' }, 'data.error'],
    ['tool/result', { ...resultData(1, 1, 'c1'), error: { code: 'X' } }, 'data.error.name'],
    ['tool/result', { ...resultData(1, 1, 'c1'), error: { name: 'X' } }, 'data.error.code'],
    ['todo/write', {}, 'data.todos'],
    ['todo/write', { todos: ['a'] }, 'data.todos[0]'],
    ['todo/write', { todos: [{ status: 'pending' }] }, 'data.todos[0].content'],
    [
      'todo/write',
      {
        todos: [
          { content: 'a', status: 'pending' },
          { content: 'b', status: 'done' },
        ],
      },
      'data.todos[1].status',
    ],
    ['request/header', { reason: 'initial' }, 'data.header'],
    ['request/header', { header: {}, reason: 'initial' }, 'data.header.config'],
    [
      'request/header',
      { header: { config: { model: 'm' } }, reason: 'initial' },
      'data.header.config.provider',
    ],
    [
      'request/header',
      { header: { config: { provider: 'p' } }, reason: 'initial' },
      'data.header.config.model',
    ],
    [
      'request/header',
      { header: { config: { ...header.header.config, reasoningEffort: '' } }, reason: 'change' },
      'data.header.config.reasoningEffort',
    ],
    [
      'request/header',
      { header: { config: { ...header.header.config, stop: [1] } }, reason: 'change' },
      'data.header.config.stop[0]',
    ],
    [
      'request/header',
      { header: { ...header.header, adapterDefaults: { model: true } }, reason: 'initial' },
      'data.header.adapterDefaults.model',
    ],
    [
      'request/header',
      { header: { ...header.header, adapterDefaults: { maxTokens: 1 } }, reason: 'initial' },
      'data.header.adapterDefaults.maxTokens',
    ],
    [
      'request/header',
      {
        header: { config: { provider: 'p', model: 'm' }, adapterDefaults: { maxTokens: true } },
        reason: 'initial',
      },
      'data.header.adapterDefaults.maxTokens',
    ],
    ['request/header', { ...header, reason: 'whim' }, 'data.reason'],
    ['request/context', { model: 'm' }, 'data.provider'],
    ['request/context', { provider: 'p', model: 'm', contextWindow: '1k' }, 'data.contextWindow'],
    ['session/title', {}, 'data.title'],
    ['session/title', { title: 'x', messageSeqs: [-1] }, 'data.messageSeqs[0]'],
    ['session/title', { title: 'x', source: {} }, 'data.source.kind'],
    ['session/end-seed', null, 'data'],
  ])('of %s may not be %j (%#: %s)', (type, data, path) => {
    const error = refusalOfCall(() => checkEventData(type, data, 7), EventRefusedError);
    expect(error).toMatchObject({ code: 'INVALID_DATA', path, eventType: type, seq: 7 });
    expect(error.message.startsWith(`${path} must be `)).toBe(true);
  });

  it('says what would be right', () => {
    const wrong = result({ content: [{ ...block, toolCallId: 'c2' }] });
    const { message } = refusalOfCall(() => checkEventData('tool/result', wrong), EventRefusedError);
    expect(message).toBe('data.message.content[0].toolCallId must be "c1", got "c2"');
  });

  it('may not be a request header of the retired kind', () => {
    const data = { ...header, reason: 'fallback' };
    const error = refusalOfCall(() => checkEventData('request/header', data, 2), EventRefusedError);
    expect(error).toMatchObject({ code: 'RETIRED_EVENT', path: 'data.reason', seq: 2 });
  });
});
