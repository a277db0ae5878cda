import wasmUrl from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { evaluateJavaScript, loadInterpreter, type Evaluation } from './evaluate-javascript.ts';
import { RUN_LIMITS } from './run-limits.ts';

/** What the page asks of this worker, once in its life. */
export interface WorkerRequest {
  readonly code: string;
}

const WAYS_OUT = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'importScripts',
  'indexedDB',
  'caches',
  'BroadcastChannel',
  'Worker',
  'RTCPeerConnection',
];

addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  void run(event.data.code).then((evaluation) => postMessage(evaluation));
});

async function run(code: string): Promise<Evaluation> {
  const response = await fetch(wasmUrl);
  const interpreter = await loadInterpreter(await response.arrayBuffer());
  closeWaysOut();
  return evaluateJavaScript(interpreter, code, RUN_LIMITS);
}

/** A second wall: should code ever get out of the interpreter, this thread can reach nothing either. */
function closeWaysOut(): void {
  for (const name of WAYS_OUT) {
    for (let owner: object | null = globalThis; owner !== null; owner = Reflect.getPrototypeOf(owner)) {
      if (Object.hasOwn(owner, name)) Reflect.deleteProperty(owner, name);
    }
  }
}
