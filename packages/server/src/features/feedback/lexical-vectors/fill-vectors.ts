import { logBackgroundFailure } from '../../../background'
import type { AppContext } from '../../../context'
import { nowMicros } from '../../../db/clock'
import type { Engine } from '../../../db/engines/engine'
import type { VectorsSettingsTable } from '../../../db/tables'
import { BEGINNING, type Place } from '../../../search/find-after'
import { writeVectors } from '../records/save-vectors'
import { findWithoutVector, listLexicalSettings } from './lexical-vectors.store'
import { VectorMaker } from './vector-maker'

/** Vectors written in one transaction: short enough that an answer never notices. */
const STEP = 100
/** A record may be deleted between reading and writing; the pass then starts again. */
const MAX_TRIES = 3

type Where = Pick<AppContext, 'engine' | 'log'>

/** µs. What is on its way to the store while a pass goes by has come in at most so long before. */
const MARGIN = 60_000_000

interface Passes {
  running: Promise<void>
  waiting: Set<string>
  /** By settings: what came in before this moment (µs) has its vector, so that a record more does not read all the others. */
  filledUntil: Map<string, number>
}

const passes = new WeakMap<Engine, Passes>()

/**
 * Make the lexical vectors that are missing: of one dataset, after records came in, or of all, every record looked at, at the start. Asked
 * again while at work, it goes round once more. Resolves when nothing is missing; never throws.
 */
export function fillLexicalVectors(where: Where, datasetId = ''): Promise<void> {
  const pass = passes.get(where.engine) ?? { running: Promise.resolve(), waiting: new Set(), filledUntil: new Map() }
  passes.set(where.engine, pass)
  if (pass.waiting.has(datasetId)) return pass.running
  pass.waiting.add(datasetId)
  pass.running = pass.running.then(() => {
    pass.waiting.delete(datasetId)
    if (datasetId === '') pass.filledUntil.clear()
    return fillQuietly(where, datasetId, pass.filledUntil)
  })
  return pass.running
}

async function fillQuietly(where: Where, datasetId: string, filledUntil: Map<string, number>): Promise<void> {
  const { engine } = where
  let maker: VectorMaker | undefined
  try {
    for (const settings of await listLexicalSettings(engine.db, datasetId === '' ? undefined : datasetId)) {
      maker ??= new VectorMaker()
      const began = nowMicros()
      const until = filledUntil.get(settings.id)
      await fillOne(engine, settings, until === undefined ? BEGINNING : { insertedAt: until, pk: -1 }, maker)
      filledUntil.set(settings.id, began - MARGIN)
    }
  } catch (err) {
    logBackgroundFailure(
      where,
      err,
      'making lexical vectors stopped; it goes on with the next records or the next start',
    )
  } finally {
    await maker?.close()
  }
}

async function fillOne(engine: Engine, settings: VectorsSettingsTable, from: Place, maker: VectorMaker): Promise<void> {
  let failures = 0
  for (let place = from; ; ) {
    const records = await findWithoutVector(engine.db, settings, place, STEP)
    const last = records.at(-1)
    if (!last) return
    const values = await maker.make(records.map(({ fields }) => fields))
    const rows = records.flatMap(({ pk }, index) => {
      const value = values[index]
      return value ? [{ dataset_id: settings.dataset_id, record_pk: pk, vector_id: settings.id, value }] : []
    })
    try {
      await engine.transaction(
        async (tx) => {
          const kept = await tx
            .selectFrom('records')
            .select('pk')
            .where(
              'pk',
              'in',
              rows.map(({ record_pk }) => record_pk),
            )
            .execute()
          const pks = new Set(kept.map(({ pk }) => Number(pk)))
          // Settings deleted meanwhile leave nothing to fill.
          const still = await tx.selectFrom('vectors_settings').select('id').where('id', '=', settings.id).execute()
          if (still.length > 0)
            await writeVectors(
              tx,
              rows.filter(({ record_pk }) => pks.has(record_pk)),
            )
        },
        { isBulk: true },
      )
      place = last
    } catch (cause) {
      failures += 1
      if (failures >= MAX_TRIES) throw cause
    }
  }
}
