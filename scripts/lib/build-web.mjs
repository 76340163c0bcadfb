import { join } from 'node:path'
import { root } from './root.mjs'

/** Bundle the browser's app with Vite, as packages/web/vite.config.ts describes. */
export async function buildWeb() {
  const { build } = await import('vite')
  await build({ configFile: join(root, 'packages/web/vite.config.ts'), logLevel: 'warn' })
}
