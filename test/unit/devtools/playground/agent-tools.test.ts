import { describe, expect, it, vi } from 'vitest';
import { agentTools } from '../../../../devtools/playground/agent/agent-tools.ts';
import { Approvals } from '../../../../devtools/playground/agent/approvals.ts';
import { FetchPageError, webAddress } from '../../../../devtools/playground/agent/fetch-page.ts';
import { Notes } from '../../../../devtools/playground/agent/notes.ts';
import { newDatabaseName } from '../../../fixtures/database-name.ts';
import { refusalOf, refusalOfCall } from '../../../fixtures/refusal.ts';

function call(tools: ReturnType<typeof agentTools>, name: string, input: object): Promise<unknown> {
  const options = { toolCallId: 'c1', messages: [], context: {} };
  return Promise.resolve(tools[name]?.execute?.(input, options));
}

describe('tools with effects', () => {
  it('keep a note only when the user allows it, and say when not', async () => {
    const notes = new Notes(newDatabaseName('notes'));
    const approve = vi.fn(async () => false);
    const tools = agentTools({ approve, notes });
    await expect(call(tools, 'write_note', { title: 'a', text: 'b' })).rejects.toMatchObject({
      code: 'TOOL_DENIED',
    });
    expect(await call(tools, 'list_notes', {})).toEqual([]);
    approve.mockResolvedValue(true);
    await call(tools, 'write_note', { title: 'a', text: 'b' });
    expect(await call(tools, 'list_notes', {})).toEqual(['a']);
    expect(await call(tools, 'read_note', { title: 'a' })).toBe('b');
    expect(approve).toHaveBeenLastCalledWith(
      { callId: 'c1', toolName: 'write_note', subject: 'a: b' },
      undefined,
    );
    await expect(call(tools, 'read_note', { title: 'z' })).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
  });

  it('open no address that the user did not allow, and ask for none that is no web address', async () => {
    const approve = vi.fn(async () => false);
    const tools = agentTools({ approve });
    const fetched = vi.spyOn(globalThis, 'fetch');
    await expect(call(tools, 'fetch_url', { url: 'https://example.test/a' })).rejects.toMatchObject({
      code: 'TOOL_DENIED',
    });
    expect(fetched).not.toHaveBeenCalled();
    expect(approve).toHaveBeenCalledTimes(1);
    await expect(call(tools, 'fetch_url', { url: 'javascript:alert(1)' })).rejects.toMatchObject({
      code: 'NOT_A_WEB_ADDRESS',
    });
    expect(approve).toHaveBeenCalledTimes(1);
    fetched.mockRestore();
  });

  it.each([
    'file:///etc/passwd',
    'data:text/plain,a',
    'ftp://a.test',
    'https://me:secret@a.test',
    'not a url',
    '',
  ])('take %s for no web address', (url) => {
    expect(refusalOfCall(() => webAddress(url), FetchPageError).code).toBe('NOT_A_WEB_ADDRESS');
  });
});

describe('approvals', () => {
  const request = { sessionId: 's', callId: 'c', toolName: 't', subject: 'x' };

  it('wait for the word of the user, each for its own', async () => {
    const approvals = new Approvals();
    const [first, second] = [approvals.ask(request, undefined), approvals.ask(request, undefined)];
    const ids = approvals.getSnapshot().map(({ id }) => id);
    approvals.answer(ids[1] ?? '', true);
    expect(await second).toBe(true);
    expect(approvals.getSnapshot()).toHaveLength(1);
    approvals.answer(ids[0] ?? '', false);
    expect(await first).toBe(false);
    expect(approvals.getSnapshot()).toEqual([]);
  });

  it('are taken back when the turn is stopped', async () => {
    const approvals = new Approvals();
    const stop = new AbortController();
    const asked = approvals.ask(request, stop.signal);
    stop.abort(new DOMException('stopped', 'AbortError'));
    expect((await refusalOf(asked, DOMException)).name).toBe('AbortError');
    expect(approvals.getSnapshot()).toEqual([]);
  });
});
