import { FORMATS } from '@postil/importing/export/encoders'
import type { ExportChoice } from '@postil/importing/export/export-columns'
import type { ExportProgress, ExportResult, ExportStatus } from '@postil/importing/export/export-records'
import type { ExportFormat } from '@postil/importing/export/manifest'
import { safeFileName } from '@postil/importing/guess/names'
import type { ExistingDataset } from '@postil/importing/upload/dataset-schema'
import { fetchPeople } from '@postil/importing/upload/people'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { t } from '../../i18n/index.ts'
import { useUser } from '../session/session.ts'
import { useExporter } from './engine/exporter.ts'
import { openSaveTarget } from './engine/save-target.ts'
import { saveText } from './save-text.ts'

/** What the user chose. */
export interface ExportWishes {
  format: ExportFormat
  choice: ExportChoice
  statuses: readonly ExportStatus[]
}

/** How far an export is. */
export type ExportState =
  | { step: 'choosing'; error?: string }
  | { step: 'writing'; progress: ExportProgress | undefined; startedMs: number }
  | { step: 'done'; result: ExportResult; fileName: string; manifestName: string }

/** One export of a dataset, from its wishes to the saved file. */
export function useExport(dataset: ExistingDataset | undefined, workspace: string, recordCount: number) {
  const [state, setState] = useState<ExportState>({ step: 'choosing' })
  const work = useRef<AbortController | undefined>(undefined)
  const exporter = useExporter()
  const user = useUser()
  useEffect(() => () => work.current?.abort(), [])

  const start = useCallback(
    async ({ format, choice, statuses }: ExportWishes) => {
      if (!dataset) return
      work.current?.abort()
      work.current = new AbortController()
      const { signal } = work.current
      const base = safeFileName(dataset.name)
      const fileName = `${base}${FORMATS[format].ending}`
      const target = await openSaveTarget(fileName, FORMATS[format].type, recordCount)
      if (!target) return
      setState({ step: 'writing', progress: undefined, startedMs: performance.now() })
      try {
        const people = choice.responses === 'all' ? await fetchPeople(api, dataset.workspaceId, user) : [user]
        const result = await exporter(
          {
            datasetId: dataset.datasetId,
            dataset: { name: dataset.name, workspace },
            schema: dataset.schema,
            names: {
              questions: new Map([...dataset.questionIds].map(([name, id]) => [id, name])),
              users: new Map(people.map(({ id, username }) => [id, username])),
              userId: user.id,
            },
            format,
            choice,
            statuses,
            fileName,
            exportedAt: new Date().toISOString(),
          },
          {
            write: target.write,
            signal,
            onProgress: (progress) => setState((known) => (known.step === 'writing' ? { ...known, progress } : known)),
          },
        )
        signal.throwIfAborted()
        await target.close()
        const manifestName = `${fileName}.manifest.json`
        saveText(manifestName, result.manifest, 'application/json')
        setState({ step: 'done', result, fileName, manifestName })
      } catch (error) {
        await target.abort().catch(() => undefined)
        setState({ step: 'choosing', error: signal.aborted ? undefined : wordsOf(error) })
      }
    },
    [dataset, exporter, recordCount, user, workspace],
  )

  return { state, start, cancel: useCallback(() => work.current?.abort(), []) }
}

function wordsOf(error: unknown): string {
  if (error instanceof NetworkError) return t('export.noServer')
  if (error instanceof ApiError) return t('export.failed', { reason: error.messages.join('; ') })
  return t('export.failed', { reason: error instanceof Error ? error.message : String(error) })
}
