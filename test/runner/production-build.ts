import { build, type InlineConfig } from 'vite';

/** Builds as for publication. Vitest's own NODE_ENV would put React's development build, ten times as slow, into the page. */
export async function productionBuild(config: InlineConfig): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build(config);
  } finally {
    process.env['NODE_ENV'] = before;
  }
}
