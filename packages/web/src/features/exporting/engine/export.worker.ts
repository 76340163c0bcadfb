import { EXACT_JSON } from '@postil/domain/wire/exact-json'
import { exportClassic } from '@postil/importing/classic/export-classic'
import { type ExportOptions, exportRecords } from '@postil/importing/export/export-records'
import { createClient } from '@postil/sdk/client'
import { toFailure } from '../../importing/engine/failure.ts'
import type { AnyExportJob, ExportReply, ExportRequest } from './messages.ts'

// Each worker runs one export and is then terminated by the page.
const work = new AbortController()
let markWritten: () => void = () => undefined

self.addEventListener('message', ({ data }: MessageEvent<ExportRequest>) => {
  if (data.kind === 'cancel') work.abort()
  else if (data.kind === 'written') markWritten()
  else
    void run(data.job, data.headers).then(tell, (error: unknown) => {
      tell({ kind: 'failed', failure: toFailure(error) })
    })
})

async function run(job: AnyExportJob, headers: Record<string, string>): Promise<ExportReply> {
  const client = createClient({ json: EXACT_JSON, headers: () => headers })
  const options: ExportOptions = {
    client,
    signal: work.signal,
    onProgress: (progress) => tell({ kind: 'progress', progress }),
    write: (bytes) =>
      new Promise((resolve) => {
        markWritten = resolve
        self.postMessage({ kind: 'piece', bytes } satisfies ExportReply, { transfer: [bytes.buffer] })
      }),
  }
  const result = 'task' in job ? await exportClassic(job, options) : await exportRecords(job, options)
  return { kind: 'exported', result }
}

function tell(reply: ExportReply): void {
  self.postMessage(reply)
}
