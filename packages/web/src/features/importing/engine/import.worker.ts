import { EXACT_JSON } from '@postil/domain/wire/exact-json'
import { countRecords } from '@postil/importing/convert/count-records'
import { type ScanProgress, scanFile } from '@postil/importing/read/scan'
import { uploadFile } from '@postil/importing/upload/upload'
import type { UploadProgress } from '@postil/importing/upload/upload-progress'
import { createClient } from '@postil/sdk/client'
import { toFailure } from './failure.ts'
import type { WorkerReply, WorkerRequest } from './messages.ts'
import { throttle } from './throttle.ts'

// Each worker does one task and is then terminated by the page.
const work = new AbortController()

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'cancel') work.abort()
  else
    void run(data).then(tell, (error: unknown) => {
      tell({ kind: 'failed', failure: toFailure(error) })
    })
})

async function run(request: Exclude<WorkerRequest, { kind: 'cancel' }>): Promise<WorkerReply> {
  const { signal } = work
  if (request.kind === 'scan') {
    const progress = throttle<ScanProgress>((progress) => tell({ kind: 'scanning', progress }))
    const { file, reading, fingerprint } = request
    try {
      return {
        kind: 'scanned',
        scan: await scanFile(file, { reading, fingerprint, onProgress: progress.take, signal }),
      }
    } finally {
      progress.flush()
    }
  }
  if (request.kind === 'count') {
    const { file, reading, plan } = request
    return { kind: 'counted', count: await countRecords(file, reading, plan, signal) }
  }
  const client = createClient({ json: EXACT_JSON, headers: () => request.headers })
  const progress = throttle<UploadProgress>((progress) => tell({ kind: 'uploading', progress }))
  try {
    return { kind: 'uploaded', result: await uploadFile(request.job, { client, signal, onProgress: progress.take }) }
  } finally {
    // However it ends, report the latest progress to the page.
    progress.flush()
  }
}

function tell(reply: WorkerReply): void {
  self.postMessage(reply)
}
