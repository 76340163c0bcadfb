import { CompiledQuery, sql } from 'kysely'
import { type Engine, StoreError } from '../engines/engine'
import { isPostgres } from '../engines/is-postgres'
import type { Tx } from '../tables'
import { foundation } from './0001-0020/0001-foundation'
import { classic } from './0001-0020/0002-classic'
import { search } from './0001-0020/0003-search'
import { forgetDeletions } from './0001-0020/0004-forget-deletions'
import { wordsAnew } from './0001-0020/0005-words-anew'
import { signInAttempts } from './0001-0020/0006-sign-in-attempts'
import { keyExpiry } from './0001-0020/0007-key-expiry'
import { people } from './0001-0020/0008-people'
import { optionChanges } from './0001-0020/0009-option-changes'
import { stagedImports } from './0001-0020/0010-staged-imports'
import { queueOrder } from './0001-0020/0011-queue-order'
import { resolutions } from './0001-0020/0012-resolutions'
import { changedResolutions } from './0001-0020/0013-changed-resolutions'
import { jobs } from './0001-0020/0014-jobs'
import { responseCounts } from './0001-0020/0015-response-counts'
import { recordHistory } from './0001-0020/0016-record-history'
import { handOut } from './0001-0020/0017-hand-out'
import { wordsJobs } from './0001-0020/0018-words-jobs'
import { leases } from './0001-0020/0019-leases'
import { announcedEvents } from './0001-0020/0020-announced-events'
import { importEvents } from './0021-0040/0021-import-events'
import { datasetVersions } from './0021-0040/0022-dataset-versions'
import { firstAnswers } from './0021-0040/0023-first-answers'
import { classicSegments } from './0021-0040/0024-classic-segments'
import { givenAnswers } from './0021-0040/0025-given-answers'
import { skipsAndDoubts } from './0021-0040/0026-skips-and-doubts'
import { bin } from './0021-0040/0027-bin'
import { recentAnswers } from './0021-0040/0028-recent-answers'
import { pastAnswers } from './0021-0040/0029-past-answers'
import { assignments } from './0021-0040/0030-assignments'
import { othersAnswers } from './0021-0040/0031-others-answers'
import { deletedRecords } from './0021-0040/0032-deleted-records'
import { recordsInBin } from './0021-0040/0033-records-in-bin'
import { leasesOfPages } from './0021-0040/0034-leases-of-pages'
import { completedByAnswers } from './0021-0040/0035-completed-by-answers'
import { gold } from './0021-0040/0036-gold'
import { deletions } from './0021-0040/0038-deletions'
import { classicHistory } from './0021-0040/0039-classic-history'
import { endedOptionChanges } from './0021-0040/0040-ended-option-changes'
import { decisionsSeen } from './0041-decisions-seen'
import { liveChanges } from './0043-live-changes'
import { tombstoneJobs } from './0050-tombstone-jobs'
import { doneRecords } from './0051-done-records'
import { longRules } from './0052-long-rules'
import { webhooks } from './0053-webhooks'
import { formerNames } from './0054-former-names'
import { DDL_WORDS, type Migration } from './migration'

/** Every schema step, oldest first. Append only: a step that has shipped is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  foundation,
  classic,
  search,
  forgetDeletions,
  wordsAnew,
  signInAttempts,
  keyExpiry,
  people,
  optionChanges,
  stagedImports,
  queueOrder,
  resolutions,
  changedResolutions,
  jobs,
  responseCounts,
  recordHistory,
  handOut,
  wordsJobs,
  leases,
  announcedEvents,
  importEvents,
  datasetVersions,
  firstAnswers,
  classicSegments,
  givenAnswers,
  skipsAndDoubts,
  bin,
  recentAnswers,
  pastAnswers,
  assignments,
  othersAnswers,
  deletedRecords,
  recordsInBin,
  leasesOfPages,
  completedByAnswers,
  gold,
  deletions,
  classicHistory,
  endedOptionChanges,
  decisionsSeen,
  liveChanges,
  tombstoneJobs,
  doneRecords,
  longRules,
  webhooks,
  formerNames,
]

export interface MigrationReport {
  applied: string[]
  /** Path of the copy that was made before the change, on SQLite with data in it. */
  snapshot?: string
}

/**
 * Migrate the store to the newest schema. Safe when several servers start at once: one migrates, the others wait and find nothing to do.
 * Throws `StoreError` for a store of a newer version.
 */
export function migrate(engine: Engine, steps = MIGRATIONS): Promise<MigrationReport> {
  return engine.withMigrationLock(async () => {
    const { done, missing } = await engine.transaction((tx) => compareSteps(tx, steps))
    const report: MigrationReport = { applied: missing.map((migration) => migration.name) }
    if (missing.length === 0) return report
    if (done.size > 0) report.snapshot = await engine.snapshot(`before-${missing[0]?.name}-${Date.now()}`)
    for (const migration of missing) await engine.transaction((tx) => apply(tx, engine.kind, migration))
    return report
  })
}

/** True when every schema step has been applied. */
export async function isMigrated(engine: Engine): Promise<boolean> {
  const names = await sql<{ name: string }>`select name from migrations`.execute(engine.healthDb)
  return names.rows.length >= MIGRATIONS.length
}

/** Throws `StoreError`, for a command that changes the store while no server migrates it, unless the store has the schema of this version. */
export async function assertMigrated(tx: Tx): Promise<void> {
  const { missing } = await compareSteps(tx, MIGRATIONS)
  if (missing.length > 0)
    throw new StoreError('The store is empty, or of an older Postil: start the server once first. Nothing was changed.')
}

/** The names of the steps that have been applied, and the steps that have not. Throws `StoreError` for a store of a newer version. */
async function compareSteps(tx: Tx, steps: readonly Migration[]): Promise<{ done: Set<string>; missing: Migration[] }> {
  await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(tx)
  const found = await sql<{ name: string }>`select name from migrations`.execute(tx)
  const done = new Set(found.rows.map((row) => row.name))
  const unknown = [...done].filter((name) => !steps.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new StoreError(
      `This store was written by a newer Postil (it has ${unknown.join(', ')}). Start that version, or restore a snapshot.`,
    )
  return { done, missing: steps.filter((migration) => !done.has(migration.name)) }
}

async function apply(tx: Tx, kind: Engine['kind'], migration: Migration): Promise<void> {
  await forWholeTables(tx)
  for (const statement of migration.statements(DDL_WORDS[kind], kind))
    await tx.executeQuery(CompiledQuery.raw(statement))
  await sql`insert into migrations (name, applied_at) values (${migration.name}, ${Date.now() * 1000})`.execute(tx)
}

/** Let this transaction take long, without time-outs, and read whole tables: it may change a large store. */
async function forWholeTables(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local enable_seqscan = on`.execute(tx)
}
