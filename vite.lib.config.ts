import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

const external = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];

// One build for all entries, so that they import the core and do not carry a second one.
export default defineConfig({
  build: {
    outDir: 'dist/lib',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    // The application's bundler makes the code small, and not the texts in it.
    cssMinify: true,
    copyPublicDir: false,
    lib: {
      entry: {
        index: 'lib/index.ts',
        devtools: 'devtools/index.ts',
        'devtools/floating': 'devtools/floating.ts',
        'adapters/ai-sdk': 'lib/adapters/ai-sdk/index.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        // What the core only names and later chunks use: an application's bundler leaves it out of the first load.
        codeSplitting: {
          groups: [
            {
              name: 'rarely-at-once',
              test: /lib\/(event\/(known-event-types|max-event-length)|rules\/lineage)/,
            },
          ],
        },
      },
    },
  },
});
