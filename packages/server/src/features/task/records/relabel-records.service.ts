import { createHash } from 'node:crypto'
import type { OptionTouches } from '@postil/contract/options'
import type { Relabel } from '@postil/domain/options/option-list'
import { type LabelUse, labelUse, relabelDocument } from '@postil/domain/options/relabel-document'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import { nowMicros, wireTime } from '../../../db/clock'
import { containsText } from '../../../db/engines/engine-sql'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import { fitting } from '../../../http/bodies/reply-size'
import { addTouches, NOTHING, type ReplacedRow, type Step } from '../../options/option-owner'
import { nextVersionInJob } from '../datasets/next-version'
import { parseDocument } from '../exact-metadata'
import { enqueueSealing } from '../segments/segments.service'
import type { StoredDerived } from './batch'
import { type ChangedDocument, logChanges } from './log-changes'
import { type RecordRow, rewriteRecords, selectRecords, selectSizes } from './records.store'

/**
 * A page of keys of records whose JSON text contains the label as a string; whether it is used as a label must be checked in the document.
 */
export async function findHolding(
  db: Db,
  datasetId: string,
  label: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('task_records')
    .select('key')
    .where('dataset_id', '=', datasetId)
    .where('key', '>', after)
    .where(({ ref }) => containsText(db, ref('document'), JSON.stringify(label)))
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map((row) => row.key)
}

/** The number of these records that use a label in annotations and predictions. */
export async function countHolding(
  db: Db,
  datasetId: string,
  label: string,
  keys: readonly string[],
): Promise<OptionTouches> {
  let touched = NOTHING
  for (let rest = keys; rest.length > 0; ) {
    const some = await firstFitting(db, datasetId, rest)
    rest = rest.slice(some.length)
    for (const { document } of (await selectRecords(db, datasetId, some)).values())
      touched = addTouches(touched, counted(labelUse(parseDocument(document), label)))
  }
  return touched
}

/** Replace a label in these records, or only in the first of them if they are large. For searches they count as changed. */
export async function relabelRecords(
  tx: Tx,
  datasetId: string,
  relabel: Relabel,
  keys: readonly string[],
  userId: string,
): Promise<Step> {
  const some = await firstFitting(tx, datasetId, keys)
  const version = await nextVersionInJob(tx, datasetId)
  const now = wireTime(nowMicros())
  const step: Step = { replaced: [], touched: NOTHING, walkedTo: some.at(-1) ?? '' }
  const rows: RecordRow[] = []
  const logged: ChangedDocument[] = []
  for (const [key, row] of await selectRecords(tx, datasetId, some)) {
    const document = parseDocument(row.document)
    const derived: StoredDerived = JSON.parse(row.derived)
    const after = relabelDocument({ document, derived, metrics: JSON.parse(row.metrics) }, relabel)
    if (!after) continue
    const relabelled = { ...after.document, last_updated: now }
    const changed = {
      key,
      document: exactJsonText(relabelled),
      derived: JSON.stringify(after.derived),
      metrics: JSON.stringify(after.metrics),
    }
    rows.push(changed)
    logged.push({ before: document, after: relabelled })
    const before = JSON.stringify([row.document, row.derived, row.metrics])
    step.replaced.push({ kind: 'record', key, before, mark: markOf(changed) })
    step.touched = addTouches(step.touched, counted(labelUse(document, relabel.from)))
  }
  await rewriteRecords(tx, datasetId, rows, version)
  await enqueueSealing(tx, datasetId, rows.length)
  await logRelabelled(tx, userId, datasetId, logged)
  return step
}

/**
 * Restore records that have not been changed since.
 *
 * @returns the number of restored records
 */
export async function restoreRecords(
  tx: Tx,
  datasetId: string,
  rows: readonly ReplacedRow[],
  userId: string,
): Promise<number> {
  const records = new Map(rows.filter((row) => row.kind === 'record').map((row) => [row.key, row]))
  if (records.size === 0) return 0
  const current = await selectRecords(tx, datasetId, [...records.keys()])
  const restored = [...current.values()].flatMap((now): RecordRow[] => {
    const row = records.get(now.key)
    if (row?.mark !== markOf(now)) return []
    const [document = '', derived = '', metrics = '']: string[] = JSON.parse(row.before)
    return [{ key: now.key, document, derived, metrics }]
  })
  await rewriteRecords(tx, datasetId, restored, await nextVersionInJob(tx, datasetId))
  const logged = restored.map(({ key, document }) => {
    return { before: parseDocument(current.get(key)?.document ?? document), after: parseDocument(document) }
  })
  await logRelabelled(tx, userId, datasetId, logged)
  return restored.length
}

async function logRelabelled(
  tx: Tx,
  userId: string,
  datasetId: string,
  changes: readonly ChangedDocument[],
): Promise<void> {
  if (changes.length === 0) return
  const user = { id: userId }
  const after = { ids: changes.map(({ after }) => after.id) }
  await logEvent(tx, { kind: 'task_records.relabel', ...aboutDataset(user, { id: datasetId }), after })
  await logChanges(tx, user, datasetId, 'task_record.relabel', changes)
}

/**
 * A hash by which to tell whether a record is unchanged since an option change. The version would not do, since undoing a later change
 * creates a new one.
 */
function markOf({ document, derived }: RecordRow): string {
  return createHash('sha256').update(`${document}\n${derived}`).digest('hex')
}

async function firstFitting(db: Db, datasetId: string, keys: readonly string[]): Promise<readonly string[]> {
  const sizes = await selectSizes(db, datasetId, keys, { vectors: false })
  return keys.slice(0, fitting(keys.map((key) => sizes.get(key) ?? 0)))
}

function counted({ annotation, prediction }: LabelUse): Partial<OptionTouches> {
  const [annotations, predictions] = [Number(annotation), Number(prediction)]
  return { annotations, predictions, records: Math.max(annotations, predictions) }
}
