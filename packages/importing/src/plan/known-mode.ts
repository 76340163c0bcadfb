import type { ColumnProfile, FileProfile } from '../read/profile'
import type { GrowingDataset, HeldParts } from '../upload/held-parts'
import type { KnownMode } from '../upload/known-records'
import { type ColumnUse, type ImportPlan, isUpdateOnly } from './plan'

/** The parts of a planned import that decide how rows of existing records are handled. */
interface Planned {
  plan: ImportPlan
  scan: { profile: FileProfile }
  to: { kind: 'new' | 'classic'; name: string } | { kind: 'existing'; dataset: GrowingDataset; mode?: KnownMode }
}

/** A column with data the records lack, and whether it replaces existing suggestions: a record has one per question. */
export interface LackedColumn {
  source: string
  replaces: boolean
}

/** How rows of existing records are handled: the user's choice, else the default for the file. */
export function knownModeOf(planned: Planned): 'new' | KnownMode {
  const { to, plan } = planned
  if (to.kind !== 'existing') return 'new'
  return isUpdateOnly(plan) ? 'update' : (to.mode ?? modeFor(lackedColumns(planned)))
}

/** The default for rows of existing records: update if that adds data, else skip. */
export function modeFor(lacked: readonly LackedColumn[]): 'update' | 'skip' {
  return lacked.length > 0 ? 'update' : 'skip'
}

/**
 * The columns with data that the dataset's records seem to lack: suggestions for a question without any of the same agent, metadata,
 * vectors. Empty where an update could remove answers or metadata: that must be the user's choice.
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

/** The agents of a column's suggestions, if the file or the user names any. */
function makersOf(use: ColumnUse, { columns }: ImportPlan, profiles: readonly ColumnProfile[]): readonly string[] {
  if (use.kind !== 'suggestion') return []
  const at = columns.findIndex((one) => one.use.kind === 'agent' && one.use.question === use.question)
  return profiles[at]?.distinct ?? (use.agent ? [use.agent] : [])
}

function changesAnswers({ columns }: ImportPlan): boolean {
  return columns.some(({ use: { kind } }) => kind === 'answer' || kind === 'responses' || kind === 'status')
}

/** Whether metadata would be lost: a row's metadata replaces all metadata of its record. */
export function losesMetadata({ columns }: ImportPlan, held: HeldParts): boolean {
  const brought = new Set(columns.flatMap(({ use }) => (use.kind === 'metadata' ? [use.name] : [])))
  const bringsAny = brought.size > 0 || columns.some(({ use }) => use.kind === 'extra')
  return bringsAny && [...held.metadata].some((name) => !brought.has(name))
}
