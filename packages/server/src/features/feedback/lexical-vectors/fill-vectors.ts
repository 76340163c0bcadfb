import type { AppContext } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import type { VectorsSettingsTable } from '../../../db/tables'
import { writeVectors } from '../records/save-vectors'
import { findWithoutVector, listLexicalSettings } from './lexical-vectors.store'
import { VectorMaker } from './vector-maker'

/** Vectors written in one transaction: short enough that an answer never notices. */
const STEP = 100
/** A record may be deleted between reading and writing; the pass then starts again. */
const MAX_TRIES = 3

type Where = Pick<AppContext, 'engine' | 'log'>

const passes = new WeakMap<Engine, { running: Promise<void>; waiting: Set<string> }>()

/**
 * Make the lexical vectors that are missing: of one dataset, after records came in, or of all at the start. Asked again while at work, it goes
 * round once more. Resolves when nothing is missing; never throws.
 */
export function fillLexicalVectors(where: Where, datasetId = ''): Promise<void> {
  const pass = passes.get(where.engine)
  if (pass?.waiting.has(datasetId)) return pass.running
  const waiting = pass?.waiting ?? new Set<string>()
  waiting.add(datasetId)
  const running = (pass?.running ?? Promise.resolve()).then(() => {
    waiting.delete(datasetId)
    return fillQuietly(where, datasetId)
  })
  passes.set(where.engine, { running, waiting })
  return running
}

async function fillQuietly({ engine, log }: Where, datasetId: string): Promise<void> {
  let maker: VectorMaker | undefined
  try {
    for (const settings of await listLexicalSettings(engine.db, datasetId === '' ? undefined : datasetId)) {
      maker ??= new VectorMaker()
      await fillOne(engine, settings, maker)
    }
  } catch (err) {
    log.warn({ err }, 'making lexical vectors stopped; it goes on with the next records or the next start')
  } finally {
    await maker?.close()
  }
}

async function fillOne(engine: Engine, settings: VectorsSettingsTable, maker: VectorMaker): Promise<void> {
  let failures = 0
  for (let afterPk = 0; ; ) {
    const records = await findWithoutVector(engine.db, settings, afterPk, STEP)
    const last = records.at(-1)
    if (!last) return
    const values = await maker.make(records.map(({ fields }) => fields))
    const rows = records.flatMap(({ pk }, index) => {
      const value = values[index]
      return value ? [{ dataset_id: settings.dataset_id, record_pk: pk, vector_id: settings.id, value }] : []
    })
    try {
      await engine.transaction(async (tx) => {
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
      })
      afterPk = last.pk
    } catch (cause) {
      failures += 1
      if (failures >= MAX_TRIES) throw cause
    }
  }
}
