import { can } from '@postil/domain/permissions'
import { FORMATS } from '@postil/importing/export/encoders'
import { fetchExistingDataset } from '@postil/importing/upload/dataset-schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/keys.ts'
import { useUser } from '../session/session.ts'
import { ExportForm } from './ExportForm.tsx'
import { ExportFrame } from './ExportFrame.tsx'
import { type ExportWishes, feedbackJob, momentProblem, useExport } from './use-export.ts'

interface ExportDialogProps {
  datasetId: string
  onClose: () => void
}

/** The export dialog of a feedback dataset: content, format, progress. Open while mounted, so that each opening starts with fresh state. */
export function ExportDialog({ datasetId, onClose }: ExportDialogProps) {
  const user = useUser()
  const isManager = can(user, 'responses.readAll', { isMember: true })
  const found = useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'export'],
    queryFn: () => fetchExportFacts(datasetId),
    staleTime: 0,
  })
  const [wishes, setWishes] = useState<ExportWishes>({
    format: 'jsonl',
    // Vectors are off by default: they are far larger than everything else, and rarely needed.
    choice: {
      responses: isManager ? 'all' : 'mine',
      layout: 'nested',
      suggestions: true,
      resolutions: isManager,
      final: isManager,
      doubts: isManager,
      metadata: true,
      vectors: false,
    },
    statuses: ['submitted'],
    moment: undefined,
  })
  const { state, start, cancel } = useExport()
  const facts = found.data
  const handleStart = () => {
    if (!facts) return
    const { dataset, workspace, records } = facts
    const job = async (file: { fileName: string; exportedAt: string }) => ({
      ...(await feedbackJob(dataset, workspace, records, wishes, user)),
      ...file,
    })
    void start({ name: dataset.name, format: FORMATS[wishes.format], records, job })
  }
  return (
    <ExportFrame
      name={facts?.dataset.name}
      isReady={facts !== undefined}
      canStart={momentProblem(wishes) === undefined}
      state={state}
      onStart={handleStart}
      onCancel={cancel}
      onClose={onClose}
    >
      {facts && (
        <ExportForm
          wishes={wishes}
          schema={facts.dataset.schema}
          records={facts.records}
          isManager={isManager}
          onChange={setWishes}
        />
      )}
    </ExportFrame>
  )
}

async function fetchExportFacts(datasetId: string) {
  const params = { dataset_id: datasetId }
  const [dataset, metrics] = await Promise.all([
    fetchExistingDataset(api, datasetId),
    api('GET /api/v1/me/datasets/{dataset_id}/metrics', { params }),
  ])
  const workspace = await api('GET /api/v1/workspaces/{workspace_id}', {
    params: { workspace_id: dataset.workspaceId },
  })
  return { dataset, workspace: workspace.name, records: metrics.records.count }
}
