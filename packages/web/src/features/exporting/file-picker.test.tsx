import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Exporter, ExporterContext } from './engine/exporter.ts'
import { useExport } from './use-export.ts'

/** Stands for a file on the disk, which the tests' browser lacks. */
class DiskFile {
  readonly name = 'mine.csv'
  readonly written: number[] = []
  isRemoved = false
  failure: DOMException | undefined
  async createWritable() {
    return {
      write: async (bytes: Uint8Array) => {
        if (this.failure) throw this.failure
        this.written.push(...bytes)
      },
      close: async () => {},
      abort: async () => {},
    }
  }
  async remove() {
    this.isRemoved = true
  }
}

const file = { picked: new DiskFile() }
const downloads: string[] = []

beforeEach(() => {
  file.picked = new DiskFile()
  downloads.length = 0
  vi.stubGlobal('FileSystemFileHandle', DiskFile)
  vi.stubGlobal('showSaveFilePicker', async () => file.picked)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:0', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Export a dataset so large that the user picks a file. */
async function exportLarge() {
  const named: string[] = []
  const exporter: Exporter = async (job, { write }) => {
    named.push(job.fileName)
    await write(Uint8Array.of(1, 2, 3))
    return { records: 100_000, total: 100_000, bytes: 3, sha256: '', manifest: '{}' }
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ExporterContext value={exporter}>{children}</ExporterContext>
  )
  const { result } = renderHook(() => useExport(), { wrapper })
  await act(() =>
    result.current.start({
      name: 'bank',
      format: { ending: '.csv', type: 'text/csv' },
      records: 100_000,
      job: async (names) => ({
        task: 'TextClassification',
        dataset: { name: 'bank', workspace: 'lead' },
        format: 'csv',
        statuses: [],
        ...names,
      }),
    }),
  )
  return { state: result.current.state, named }
}

describe('an export into a file that the user picked', () => {
  it('is called as the user called the file: in the sentence, in the manifest and in its name', async () => {
    const { state, named } = await exportLarge()
    expect(file.picked.written).toEqual([1, 2, 3])
    expect(named).toEqual(['mine.csv'])
    expect(state).toMatchObject({ step: 'done', fileName: 'mine.csv', manifestName: 'mine.csv.manifest.json' })
    expect(downloads).toEqual(['mine.csv.manifest.json'])
  })

  it('says that the file could not be written, in words of its own, and leaves no half file', async () => {
    file.picked.failure = new DOMException('The operation would exceed the quota.', 'QuotaExceededError')
    const { state } = await exportLarge()
    expect(state).toEqual({ step: 'choosing', error: expect.stringMatching(/^The file could not be written/) })
    expect(file.picked.isRemoved).toBe(true)
    expect(downloads).toEqual([])
  })

  it('does not begin when the file picker is closed', async () => {
    vi.stubGlobal('showSaveFilePicker', () => Promise.reject(new DOMException('The user aborted.', 'AbortError')))
    const { state, named } = await exportLarge()
    expect(state).toEqual({ step: 'choosing' })
    expect(named).toEqual([])
  })
})
