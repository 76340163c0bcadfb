import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { afterEach, beforeEach, vi } from 'vitest'

/**
 * For tests that handle bytes: jsdom has its own Uint8Array, ArrayBuffer and File beside those that TextEncoder and the like make. In
 * browsers there is but one of each, and so there is in a file that calls this.
 */
export function withOneKindOfBytes(): void {
  const bytes = new TextEncoder().encode('a')
  beforeEach(() => {
    vi.stubGlobal('Uint8Array', bytes.constructor)
    vi.stubGlobal('ArrayBuffer', bytes.buffer.constructor)
    vi.stubGlobal('Blob', NodeBlob)
    vi.stubGlobal('File', NodeFile)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
}
