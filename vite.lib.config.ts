import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

const external = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];

// One build for both entries, so that the panel imports the core and does not carry a second one.
export default defineConfig({
  build: {
    outDir: 'dist/lib',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    copyPublicDir: false,
    lib: { entry: { index: 'lib/index.ts', devtools: 'devtools/index.ts' }, formats: ['es'] },
    rolldownOptions: {
      external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
      },
    },
  },
});
