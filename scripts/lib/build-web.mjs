import { join } from 'node:path'
import { compressFiles } from './compress-files.mjs'
import { root } from './root.mjs'

/** Bundle the browser's app with Vite, as packages/web/vite.config.ts describes. */
export async function buildWeb() {
  // A build that Vitest asks for inherits its "test", and React would come in its slow development form.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ configFile: join(root, 'packages/web/vite.config.ts'), logLevel: 'warn' })
  await compressFiles(join(root, 'packages/web/dist'))
}
