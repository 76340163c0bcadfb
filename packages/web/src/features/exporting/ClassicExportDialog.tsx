import { RECORD_STATUSES, type RecordStatus, type Task } from '@postil/contract/task/constants'
import { can } from '@postil/domain/permissions'
import { CLASSIC_FORMATS, type ClassicExportFormat } from '@postil/importing/classic/export-classic'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchClassicCounts } from '../../api/classic/classic-datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { t } from '../../i18n/areas/exporting.ts'
import { useUser } from '../session/session.ts'
import { ExportFrame } from './ExportFrame.tsx'
import { FormatChoice, StatusChoice } from './export-choices.tsx'
import { MomentChoice } from './MomentChoice.tsx'
import { momentProblem, useExport } from './use-export.ts'

/** A classic dataset and its task. */
export interface ClassicExportSource {
  workspace: string
  name: string
  task: Task
}

const TABLES = ['jsonl', 'csv', 'parquet'] as const
const TAGS = ['conll2003', 'bio', 'bilou'] as const

/** The export dialog of a classic dataset: format, records, progress. */
export function ClassicExportDialog({ source, onClose }: { source: ClassicExportSource; onClose: () => void }) {
  const { workspace, name, task } = source
  const counts = useQuery({
    queryKey: [...queryKeys.datasets(), 'classic-export', workspace, name],
    queryFn: () => fetchClassicCounts(source, task),
    staleTime: 0,
  })
  const [format, setFormat] = useState<ClassicExportFormat>('jsonl')
  const [statuses, setStatuses] = useState<readonly RecordStatus[]>(['Validated'])
  const [moment, setMoment] = useState<string>()
  const isLead = can(useUser(), 'responses.readAll', { isMember: true })
  const { state, start, cancel } = useExport()
  const records = counts.data?.total ?? 0
  const handleStart = () => {
    const job = async (file: { fileName: string; exportedAt: string }) => ({
      task,
      dataset: { name, workspace },
      format,
      statuses,
      ...(moment !== undefined && { at: new Date(moment).toISOString() }),
      ...file,
    })
    void start({ name, format: CLASSIC_FORMATS[format], records, job })
  }
  const formats: readonly ClassicExportFormat[] = task === 'TokenClassification' ? [...TABLES, ...TAGS] : TABLES
  return (
    <ExportFrame
      name={name}
      isReady={counts.data !== undefined}
      canStart={momentProblem({ moment }) === undefined}
      state={state}
      onStart={handleStart}
      onCancel={cancel}
      onClose={onClose}
    >
      <FormatChoice formats={formats} value={format} onChange={setFormat} />
      <StatusChoice
        legend={t('export.classicStatuses')}
        statuses={RECORD_STATUSES}
        textOf={(status) => t(`export.classicStatus.${status}`)}
        chosen={statuses}
        onChange={setStatuses}
        note={t('export.someClassic')}
        records={records}
      />
      {isLead && (
        <MomentChoice
          label={t('export.classicMoment')}
          fieldLabel={t('export.classicMoment.at')}
          help={t('export.classicMoment.help')}
          moment={moment}
          onChange={setMoment}
        />
      )}
    </ExportFrame>
  )
}
