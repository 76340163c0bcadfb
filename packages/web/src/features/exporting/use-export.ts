import { can, type Role } from '@postil/domain/permissions'
import type { ExportChoice } from '@postil/importing/export/export-parts'
import type { ExportJob, ExportProgress, ExportStatus } from '@postil/importing/export/export-records'
import type { ExportFormat } from '@postil/importing/export/manifest'
import { safeFileName } from '@postil/importing/guess/names'
import { MAX_COLUMNS } from '@postil/importing/read/source-row'
import type { ExistingDataset } from '@postil/importing/upload/dataset-schema'
import { fetchPeople, type Person } from '@postil/importing/upload/people'
import { NetworkError } from '@postil/sdk/errors'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { refusalOf } from '../../api/errors.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/exporting.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { useExporter } from './engine/exporter.ts'
import type { AnyExportJob, AnyExportResult } from './engine/messages.ts'
import { openSaveTarget } from './engine/save-target.ts'
import { saveText } from './save-text.ts'

/** The options that the user chose. */
export interface ExportWishes {
  format: ExportFormat
  choice: ExportChoice
  statuses: readonly ExportStatus[]
  /** Time of the answers, in the user's time zone; undefined for now, empty until it is chosen. */
  moment: string | undefined
}

/** What is wrong with the time of the answers: it is not whole, or not past. */
export function momentProblem({ moment }: Pick<ExportWishes, 'moment'>): 'empty' | 'future' | undefined {
  if (moment === undefined) return undefined
  const at = Date.parse(moment)
  if (Number.isNaN(at)) return 'empty'
  return at > Date.now() ? 'future' : undefined
}

/** An export that is about to start. */
interface ExportStart {
  /** Name of the dataset, used as file name. */
  name: string
  format: { ending: string; type: string }
  records: number
  job: (file: { fileName: string; exportedAt: string }) => Promise<AnyExportJob>
}

/** Progress of an export. */
export type ExportState =
  | { step: 'choosing'; error?: string }
  | { step: 'writing'; progress: ExportProgress | undefined; startedMs: number }
  | { step: 'done'; result: AnyExportResult; fileName: string; manifestName: string }

/** One export of a dataset, from options to the saved file. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ step: 'choosing' })
  const work = useRef<AbortController | undefined>(undefined)
  const exporter = useExporter()
  useEffect(() => () => work.current?.abort(), [])

  const start = useCallback(
    async ({ name, format, records, job }: ExportStart) => {
      work.current?.abort()
      work.current = new AbortController()
      const { signal } = work.current
      const target = await openSaveTarget(`${safeFileName(name)}${format.ending}`, format.type, records)
      if (!target) return
      const { fileName } = target
      setState({ step: 'writing', progress: undefined, startedMs: performance.now() })
      try {
        const result = await exporter(await job({ fileName, exportedAt: new Date().toISOString() }), {
          write: target.write,
          signal,
          onProgress: (progress) => setState((known) => (known.step === 'writing' ? { ...known, progress } : known)),
        })
        signal.throwIfAborted()
        await target.close()
        const manifestName = `${fileName}.manifest.json`
        saveText(manifestName, result.manifest, 'application/json')
        setState({ step: 'done', result, fileName, manifestName })
      } catch (error) {
        await target.abort().catch(() => undefined)
        // The dialog goes with the session; after signing in again nothing else would tell.
        if (refusalOf(error)?.status === 401)
          toasts.notify({ type: 'error', message: t('export.sessionEnded', { name }) })
        setState({ step: 'choosing', error: signal.aborted ? undefined : wordsOf(error, name) })
      }
    },
    [exporter],
  )

  return { state, start, cancel: useCallback(() => work.current?.abort(), []) }
}

/** The export job of a feedback dataset; `records`: its number of records. */
export async function feedbackJob(
  { datasetId, name, workspaceId, schema, questionIds }: ExistingDataset,
  workspace: string,
  records: number,
  { moment, ...wishes }: ExportWishes,
  user: Person & { role: Role },
): Promise<Omit<ExportJob, 'fileName' | 'exportedAt'>> {
  const { choice, statuses } = wishes
  const people = choice.responses === 'all' ? await fetchWhoAnswered(datasetId, workspaceId, user) : [user]
  const hasColumns = choice.responses === 'all' && choice.layout === 'columns'
  const answering = hasColumns ? await fetchAnswering(datasetId, statuses) : new Set<string>()
  const withColumns = people.filter(({ username }) => answering.has(username))
  const count = withColumns.length * (schema.questions.length + 1)
  if (count > MAX_COLUMNS) throw new Error(t('export.tooManyColumns', { count, limit: MAX_COLUMNS }))
  return {
    ...wishes,
    choice: {
      ...choice,
      final: choice.final && choice.responses === 'all',
      // The doubts of an earlier time are not known.
      doubts: choice.doubts && moment === undefined,
    },
    ...(moment !== undefined && { past: { at: new Date(moment).toISOString(), records } }),
    datasetId,
    dataset: { name, workspace },
    schema,
    names: {
      questions: new Map([...questionIds].map(([question, id]) => [id, question])),
      users: new Map(people.map(({ id, username }) => [id, username])),
      people: withColumns.map(({ id }) => id),
      userId: user.id,
    },
  }
}

/** The users whose responses the export may contain. Admins see members only: those who have left the workspace are known by their answers. */
async function fetchWhoAnswered(
  datasetId: string,
  workspaceId: string,
  user: Person & { role: Role },
): Promise<Person[]> {
  const members = await fetchPeople(api, workspaceId, user)
  if (can(user, 'users.manage')) return members
  const params = { dataset_id: datasetId }
  const { people } = await api('GET /api/v1/datasets/{dataset_id}/team-progress', { params, query: {} })
  const known = new Set(members.map(({ id }) => id))
  const others = people.flatMap(({ user_id: id, username }) =>
    id !== null && username !== null && !known.has(id) ? [{ id, username }] : [],
  )
  return [...members, ...others]
}

/** Usernames of the users whose responses have any of these statuses; any status counts when the list is empty. */
async function fetchAnswering(datasetId: string, statuses: readonly ExportStatus[]): Promise<Set<string>> {
  const params = { dataset_id: datasetId }
  const { users } = await api('GET /api/v1/datasets/{dataset_id}/users/progress', { params })
  const asked = (['submitted', 'draft', 'discarded'] as const).filter(
    (status) => statuses.length === 0 || statuses.includes(status),
  )
  const answering = users.filter(({ completed, pending }) =>
    asked.some((status) => completed[status] + pending[status] > 0),
  )
  return new Set(answering.map(({ username }) => username))
}

/** @param name - of the dataset */
function wordsOf(error: unknown, name: string): string {
  if (error instanceof NetworkError) return t('export.noServer')
  if (refusalOf(error)?.status === 404) return t('export.gone', { name })
  // From the file: errors of the worker arrive without their class. The browser's own text is for programmers.
  if (error instanceof DOMException) return t('export.notWritten')
  return t('export.failed', { reason: reasonOf(error) })
}
