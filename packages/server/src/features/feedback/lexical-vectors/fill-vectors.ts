import { Worker } from 'node:worker_threads'
import { LEXICAL_DIMENSIONS } from '@postil/domain/vectors/lexical-vector'
import { nowMicros } from '../../../db/clock'
import type { Engine } from '../../../db/engines/engine'
import { logEvent } from '../../../db/events'
import { findsAny } from '../../../db/finds-any'
import type { Db, Tx, VectorsSettingsTable } from '../../../db/tables'
import { selectDeletionEvents } from '../../../events/deletion-events'
import { enqueue } from '../../../jobs/enqueue'
import type { JobDefinition, RunningJob } from '../../../jobs/job'
import { workerFile, YOUNG_MB } from '../../../workers/worker-file'
import { writeVectors } from '../records/save-vectors'
import {
  BEGINNING,
  countVectors,
  findWithoutVector,
  listLexicalSettings,
  type Place,
  type WithoutVector,
} from './lexical-vectors.store'

/** Vectors written in one transaction: few enough not to delay an answer. */
const STEP = 100
/** Microseconds. A record whose transaction commits during a pass was inserted at most this long before. */
const MARGIN = 60_000_000

/**
 * Enqueue a job for missing lexical vectors of a dataset, if it has such vectors; part of the transaction that adds records.
 *
 * @returns whether there is a job now
 */
export async function enqueueLexicalVectors(tx: Tx, datasetId: string): Promise<boolean> {
  const hasAny = (await listLexicalSettings(tx, datasetId)).length > 0
  if (hasAny) await enqueue(tx, { kind: 'lexical_vectors', subject: datasetId, dataset: { id: datasetId } })
  return hasAny
}

/** Compute missing lexical vectors of a dataset. */
export function lexicalVectors(): JobDefinition {
  /** By settings: records inserted before this time (µs) have their vectors, so that a new record does not cause a full scan. */
  const filledUntil = new Map<string, number>()
  return {
    run: async (job, { engine }) => {
      for (const settings of await listLexicalSettings(engine.db, job.row.subject)) {
        const began = nowMicros()
        const until = filledUntil.get(settings.id)
        const isKnown = until !== undefined && !(await isAnyRestored(engine.db, settings.dataset_id, until))
        const from = isKnown ? { insertedAt: until, pk: -1 } : BEGINNING
        if (await fill(engine, job, settings, from)) filledUntil.set(settings.id, began - MARGIN)
      }
    },
  }
}

/** Whether records of a dataset were restored since a time (µs): they have the time of their first insertion. */
async function isAnyRestored(db: Db, datasetId: string, since: number): Promise<boolean> {
  const restored = selectDeletionEvents(db, datasetId, since).where('kind', '=', 'record.restore')
  return findsAny(restored.select('seq'))
}

/**
 * Compute the missing vectors of some settings, from a position on.
 *
 * @returns false when the settings were deleted meanwhile; this may be undone by restoring their dataset
 */
async function fill(engine: Engine, job: RunningJob, settings: VectorsSettingsTable, from: Place): Promise<boolean> {
  const counts = await countVectors(engine.heavyDb, settings)
  const total = job.row.done + counts.total - counts.done
  const maker = new VectorMaker()
  try {
    for (let place = from; ; ) {
      const records = await findWithoutVector(engine.db, settings, place, STEP)
      const last = records.at(-1)
      if (!last) return true
      const values = await maker.make(records.map(({ fields }) => fields))
      const isThere = await job.step(async (tx, progress) => {
        const still = await tx.selectFrom('vectors_settings').select('id').where('id', '=', settings.id).execute()
        if (still.length === 0) return false
        progress.done = await writeSome(tx, settings, records, values)
        progress.total = total
        return true
      })
      if (!isThere) return false
      place = last
    }
  } finally {
    await maker.close()
  }
}

/** Write vectors of records that still exist, with an event that names the records; returns their number. */
async function writeSome(
  tx: Tx,
  settings: VectorsSettingsTable,
  records: readonly WithoutVector[],
  values: Awaited<ReturnType<VectorMaker['make']>>,
): Promise<number> {
  const pks = records.map(({ pk }) => pk)
  const kept = await tx.selectFrom('records').select(['pk', 'id']).where('pk', 'in', pks).execute()
  const idsByPk = new Map(kept.map(({ pk, id }) => [pk, id]))
  const rows = records.flatMap(({ pk }, index) => {
    const value = values[index]
    const row = { dataset_id: settings.dataset_id, record_pk: pk, vector_id: settings.id }
    return value && idsByPk.has(pk) ? [{ ...row, value }] : []
  })
  if (rows.length === 0) return 0
  await writeVectors(tx, rows)
  const ids = rows.flatMap(({ record_pk }) => idsByPk.get(record_pk) ?? [])
  const about = { subjectId: settings.id, userId: null, datasetId: settings.dataset_id }
  await logEvent(tx, { kind: 'vectors.create', ...about, after: { ids } })
  return rows.length
}

/** A worker thread that computes lexical vectors, one batch at a time. */
class VectorMaker {
  private readonly worker = new Worker(workerFile('lexical-vectors'), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB.computing },
  })

  constructor() {
    // An idle thread must not keep the process alive.
    this.worker.unref()
  }

  /**
   * Compute the vectors of records.
   *
   * @param fields - the records' fields as stored, JSON text
   * @returns one vector per record, as stored (32-bit floats)
   */
  async make(fields: readonly string[]): Promise<Uint8Array[]> {
    const vectors = await new Promise<Float32Array>((resolve, reject) => {
      const settle = (done: () => void) => {
        this.worker.off('message', onMessage)
        this.worker.off('error', onError)
        this.worker.off('exit', onExit)
        done()
      }
      const onMessage = (made: Float32Array) => settle(() => resolve(made))
      const onError = (cause: Error) => settle(() => reject(cause))
      const onExit = () => settle(() => reject(new Error('The vectors worker stopped.')))
      this.worker.on('message', onMessage)
      this.worker.on('error', onError)
      this.worker.on('exit', onExit)
      this.worker.postMessage(fields)
    })
    return fields.map((_, index) => {
      const from = index * LEXICAL_DIMENSIONS
      return new Uint8Array(vectors.slice(from, from + LEXICAL_DIMENSIONS).buffer)
    })
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }
}
