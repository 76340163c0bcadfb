import type { FileProfile } from '../guess/guess'
import type { ColumnProfile } from '../read/profile'
import type { GrowingDataset, HeldParts } from '../upload/held-parts'
import type { KnownMode } from '../upload/known-records'
import { type ColumnUse, type ImportPlan, isUpdateOnly } from './plan'

/** What is read of a planned import to decide about rows that are there already. */
interface Planned {
  plan: ImportPlan
  scan: { profile: FileProfile }
  to: { kind: 'new' | 'classic'; name: string } | { kind: 'existing'; dataset: GrowingDataset; mode?: KnownMode }
}

/** A column that brings something, and whether suggestions that are there give way to it: a record has one for each question. */
export interface LackedColumn {
  source: string
  replaces: boolean
}

/** What becomes of rows that are there already: as the user chose, else as the file suggests. */
export function knownModeOf(planned: Planned): 'new' | KnownMode {
  const { to, plan } = planned
  if (to.kind !== 'existing') return 'new'
  return isUpdateOnly(plan) ? 'update' : (to.mode ?? modeFor(lackedColumns(planned)))
}

/** What is suggested for rows that are there already: an update where it brings something. */
export function modeFor(lacked: readonly LackedColumn[]): 'update' | 'skip' {
  return lacked.length > 0 ? 'update' : 'skip'
}

/**
 * The columns that bring what the records of the dataset seem to lack: suggestions for a question that has none of their maker, metadata,
 * vectors. None where an update could take something away, answers or metadata: that is for the user to choose.
 */
export function lackedColumns({ plan, scan, to }: Planned): LackedColumn[] {
  if (to.kind !== 'existing' || to.dataset.held.records === 0) return []
  const { held } = to.dataset
  if (changesAnswers(plan) || losesMetadata(plan, held)) return []
  return plan.columns.flatMap(({ source, use }) =>
    isLacked(use, makersOf(use, plan, scan.profile.columns), held)
      ? [{ source, replaces: use.kind === 'suggestion' && (held.makers.get(use.question)?.size ?? 0) > 0 }]
      : [],
  )
}

function isLacked(use: ColumnUse, makers: readonly string[], held: HeldParts): boolean {
  switch (use.kind) {
    case 'suggestion': {
      const known = held.makers.get(use.question)
      return !known || known.size === 0 || makers.some((maker) => !known.has(maker))
    }
    case 'metadata':
      return !held.metadata.has(use.name)
    case 'vector':
      return !held.vectors.has(use.name)
    default:
      return false
  }
}

/** Who made the suggestions of a column, as far as the file or the user says. */
function makersOf(use: ColumnUse, { columns }: ImportPlan, profiles: readonly ColumnProfile[]): readonly string[] {
  if (use.kind !== 'suggestion') return []
  const at = columns.findIndex((one) => one.use.kind === 'agent' && one.use.question === use.question)
  return profiles[at]?.distinct ?? (use.agent ? [use.agent] : [])
}

function changesAnswers({ columns }: ImportPlan): boolean {
  return columns.some(({ use: { kind } }) => kind === 'answer' || kind === 'responses' || kind === 'status')
}

/** Whether metadata would go: that of a row takes the place of all that its record had. */
export function losesMetadata({ columns }: ImportPlan, held: HeldParts): boolean {
  const brought = new Set(columns.flatMap(({ use }) => (use.kind === 'metadata' ? [use.name] : [])))
  const bringsAny = brought.size > 0 || columns.some(({ use }) => use.kind === 'extra')
  return bringsAny && [...held.metadata].some((name) => !brought.has(name))
}
