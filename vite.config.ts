import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precachePlugin } from './devtools/playground/offline/precache-plugin.ts';

/**
 * What the page may load, and what may run in it: its own files, WebAssembly among them (the sandbox for JavaScript is
 * an interpreter made of it), and no text. It may talk to any model endpoint over https, and to servers on this machine.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Puts the policy into the built page, for hosts that send no headers of ours. */
const policyInPage: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
      injectTo: 'head-prepend',
    },
  ],
};

// The playground page. The library has its own build: vite.lib.config.ts.
export default defineConfig({
  plugins: [react(), policyInPage, precachePlugin('devtools/playground/public')],
  publicDir: 'devtools/playground/public',
  // DSH's compressed logs, among the samples.
  assetsInclude: ['**/*.zstd'],
  build: { outDir: 'dist/page', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  worker: { format: 'es' },
  preview: { headers: { 'Content-Security-Policy': `${policy}; frame-ancestors 'none'` } },
});
