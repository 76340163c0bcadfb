import { EXACT_JSON } from '@postil/domain/wire/exact-json'
import { createClient } from '@postil/sdk/client'
import { toFailure } from './failure.ts'
import type { WorkerReply, WorkerRequest } from './messages.ts'
import { type ScanProgress, scanFile } from './scan.ts'
import { type UploadProgress, uploadFile } from './upload.ts'

// One worker does one piece of work and is then ended by the page.
const work = new AbortController()
/** Told at most so often, in ms: the page draws no faster. */
const TELL_EVERY_MS = 80

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
    const onProgress = rarely<ScanProgress>((progress) => tell({ kind: 'scanning', progress }))
    const { file, reading, seal } = request
    return { kind: 'scanned', scan: await scanFile(file, { reading, seal, onProgress, signal }) }
  }
  const client = createClient({ json: EXACT_JSON, headers: () => request.headers })
  const onProgress = rarely<UploadProgress>((progress) => tell({ kind: 'uploading', progress }))
  return { kind: 'uploaded', result: await uploadFile(request.job, { client, signal, onProgress }) }
}

function tell(reply: WorkerReply): void {
  self.postMessage(reply)
}

/** Tell a change of the phase at once, and progress within it now and then. */
function rarely<Progress extends { share: number; phase?: string }>(
  tellNow: (progress: Progress) => void,
): (progress: Progress) => void {
  let toldAtMs = 0
  let toldPhase: string | undefined
  return (progress) => {
    const nowMs = performance.now()
    if (progress.share < 1 && progress.phase === toldPhase && nowMs - toldAtMs < TELL_EVERY_MS) return
    toldAtMs = nowMs
    toldPhase = progress.phase
    tellNow(progress)
  }
}
