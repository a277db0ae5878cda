import { describe, expect, it } from 'vitest';
import { SessionError } from '../../../lib/errors.ts';
import { checkHeader, checkSessionId } from '../../../lib/rules/check-header.ts';
import { refusalOfCall } from '../../fixtures/refusal.ts';

const small = { version: 0, id: 's1', createdAt: 5 };
const whole = {
  version: 0,
  id: 's1',
  createdAt: 5,
  cwd: '/work',
  parentSession: 's0',
  seedLength: 42,
  origin: 'subagent',
  delegationDepth: 1,
  agentPreset: 'coder',
};

function refused(value: unknown): SessionError {
  return refusalOfCall(() => checkHeader(value), SessionError);
}

describe('a session id', () => {
  it.each(['a', 'session-1', '会话', '../../etc', ' ', '\ud800', 'x'.repeat(1024)])('may be %j', (id) => {
    expect(() => checkSessionId(id)).not.toThrow();
  });

  it.each([[''], ['x'.repeat(1025)], [1], [null], [undefined], [{}]])('may not be %j', (id) => {
    const error = refusalOfCall(() => checkSessionId(id), SessionError);
    expect(error.code).toBe('INVALID_SESSION_ID');
    expect(error.sessionId.length).toBeLessThanOrEqual(1024);
    expect(error.message.length).toBeLessThan(200);
  });
});

describe('a header', () => {
  it('comes back equal, frozen and detached', () => {
    const given = { ...whole };
    const header = checkHeader(given);
    expect(header).toEqual(whole);
    expect(Object.isFrozen(header)).toBe(true);
    given.cwd = '/elsewhere';
    expect(header.cwd).toBe('/work');
  });

  it('has its keys in the order of the format', () => {
    const shuffled = Object.fromEntries(Object.entries(whole).reverse());
    expect(JSON.stringify(checkHeader(shuffled))).toBe(JSON.stringify(whole));
    expect(JSON.stringify(checkHeader({ createdAt: 5, cwd: '/a', id: 's1', version: 0 }))).toBe(
      '{"version":0,"id":"s1","createdAt":5,"cwd":"/a"}',
    );
  });

  it('may leave out what is optional, and have the smallest values', () => {
    expect(checkHeader(small)).toEqual(small);
    expect(
      checkHeader({ ...small, createdAt: 0, seedLength: 0, delegationDepth: 0, parentSession: '' }),
    ).toBeDefined();
  });

  it.each(['/', '/home/me', 'C:\\work', 'd:/work', '\\\\server\\share', '//server/share'])(
    'may be at %s',
    (cwd) => {
      expect(checkHeader({ ...small, cwd }).cwd).toBe(cwd);
    },
  );

  it.each<[unknown, string]>([
    [null, 'header'],
    ['s1', 'header'],
    [[], 'header'],
    [{}, 'header.version'],
    [{ id: 's1', createdAt: 1 }, 'header.version'],
    [{ ...small, version: 1 }, 'header.version'],
    [{ ...small, version: '0' }, 'header.version'],
    [{ version: 0, createdAt: 1 }, 'header.id'],
    [{ ...small, id: '' }, 'header.id'],
    [{ ...small, id: 'x'.repeat(1025) }, 'header.id'],
    [{ version: 0, id: 's1' }, 'header.createdAt'],
    [{ ...small, createdAt: -1 }, 'header.createdAt'],
    [{ ...small, createdAt: 1.5 }, 'header.createdAt'],
    [{ ...small, createdAt: -0 }, 'header.createdAt'],
    [{ ...small, cwd: '' }, 'header.cwd'],
    [{ ...small, cwd: 'work' }, 'header.cwd'],
    [{ ...small, cwd: './work' }, 'header.cwd'],
    [{ ...small, cwd: 'C:work' }, 'header.cwd'],
    [{ ...small, cwd: '\\work' }, 'header.cwd'],
    [{ ...small, cwd: 'https://x' }, 'header.cwd'],
    [{ ...small, cwd: null }, 'header.cwd'],
    [{ ...small, cwd: undefined }, 'header.cwd'],
    [{ ...small, parentSession: 5 }, 'header.parentSession'],
    [{ ...small, parentSession: null }, 'header.parentSession'],
    [{ ...small, seedLength: -1 }, 'header.seedLength'],
    [{ ...small, origin: 'fork' }, 'header.origin'],
    [{ ...small, delegationDepth: 0.5 }, 'header.delegationDepth'],
    [{ ...small, agentPreset: {} }, 'header.agentPreset'],
    [{ ...small, sandboxMode: 'x' }, 'header.sandboxMode'],
    [{ ...small, approvalPolicy: 'x' }, 'header.approvalPolicy'],
    [{ ...small, type: 'session' }, 'header.type'],
    [{ ...small, constructor: 1 }, 'header.constructor'],
  ])('is refused: %j for %s', (value, path) => {
    const error = refused(value);
    expect(error.code).toBe('INVALID_HEADER');
    expect(error.message).toContain(`${path} `);
  });

  it('says which session it was, and that a retired key is retired', () => {
    expect(refused({ ...small, cwd: 1 }).sessionId).toBe('s1');
    expect(refused({ ...small, sandboxMode: 'x' }).message).toContain('retired');
    expect(refused({ ...small, [Symbol('s')]: 1 }).code).toBe('INVALID_HEADER');
  });

  it('does not take fields from a prototype', () => {
    expect(refused(JSON.parse('{"version":0,"createdAt":1,"__proto__":{"id":"s1"}}')).message).toContain(
      'header.id',
    );
    expect(refused(JSON.parse('{"version":0,"id":"s1","createdAt":1,"__proto__":{}}')).message).toContain(
      '__proto__',
    );
  });
});
