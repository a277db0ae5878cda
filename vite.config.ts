import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The playground page. The library has its own build: vite.lib.config.ts.
export default defineConfig({
  plugins: [react()],
  // DSH's compressed logs, among the samples.
  assetsInclude: ['**/*.zstd'],
  build: { outDir: 'dist/page', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
});
