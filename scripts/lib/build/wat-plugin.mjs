import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** A plugin of Rolldown and Vite: importing WebAssembly text (`.wat`) gives the bytes of the module. */
export function watPlugin() {
  return {
    name: 'wat',
    /** @param {string} id */
    async load(id) {
      if (!id.endsWith('.wat')) return undefined
      const bytes = await assemble(basename(id), readFileSync(id, 'utf8'))
      const code = `export default Uint8Array.from(atob('${bytes.toString('base64')}'), (char) => char.charCodeAt(0))`
      return { code, moduleType: /** @type {const} */ ('js') }
    },
  }
}

/** @param {string} name of the file, for messages @param {string} text */
async function assemble(name, text) {
  const { default: loadWabt } = await import('wabt')
  const wabt = await loadWabt()
  const module = wabt.parseWat(name, text, { simd: true })
  try {
    module.validate()
    return Buffer.from(module.toBinary({}).buffer)
  } finally {
    module.destroy()
  }
}
