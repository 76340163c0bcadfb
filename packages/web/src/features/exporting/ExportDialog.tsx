import { can } from '@postil/domain/permissions'
import { fetchExistingDataset } from '@postil/importing/upload/dataset-schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/keys.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useUser } from '../session/session.ts'
import { ExportForm } from './ExportForm.tsx'
import { ExportDone, ExportWriting } from './ExportProgress.tsx'
import type { ExportWishes } from './use-export.ts'
import { useExport } from './use-export.ts'

interface ExportDialogProps {
  datasetId: string
  isOpen: boolean
  onClose: () => void
}

/** Take a dataset home: what, in which format, and how far it is. */
export function ExportDialog(props: ExportDialogProps) {
  // Closed, it holds no state: each opening starts anew.
  return props.isOpen ? <OpenDialog {...props} /> : null
}

function OpenDialog({ datasetId, onClose }: ExportDialogProps) {
  const user = useUser()
  const isManager = can(user, 'responses.readAll', { isMember: true })
  const found = useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'export'],
    queryFn: () => fetchExportFacts(datasetId),
    staleTime: 0,
  })
  const [wishes, setWishes] = useState<ExportWishes>({
    format: 'jsonl',
    // Vectors only when asked for: they are far larger than all the rest, and most readers of an export want none.
    choice: { responses: isManager ? 'all' : 'mine', suggestions: true, metadata: true, vectors: false },
    statuses: [],
  })
  const { state, start, cancel } = useExport(found.data?.dataset, found.data?.workspace ?? '', found.data?.records ?? 0)
  const isWriting = state.step === 'writing'
  const handleClose = () => {
    cancel()
    onClose()
  }
  const footer =
    state.step === 'done' ? (
      <Button variant="primary" onPress={onClose}>
        {t('export.close')}
      </Button>
    ) : isWriting ? (
      <Button onPress={cancel}>{t('export.cancel')}</Button>
    ) : (
      <>
        <Button variant="quiet" onPress={handleClose}>
          {t('export.cancel')}
        </Button>
        <Button variant="primary" isDisabled={!found.data} onPress={() => void start(wishes)}>
          {t('export.start')}
        </Button>
      </>
    )
  const name = found.data?.dataset.name
  return (
    <Dialog
      isOpen
      isAlert={isWriting}
      title={name === undefined ? t('export.title') : t('export.titleOf', { name })}
      onClose={handleClose}
      footer={footer}
      width={560}
    >
      {!found.data ? (
        <Skeleton height={280} />
      ) : state.step === 'writing' ? (
        <ExportWriting state={state} />
      ) : state.step === 'done' ? (
        <ExportDone state={state} />
      ) : (
        <ExportForm
          wishes={wishes}
          schema={found.data.dataset.schema}
          records={found.data.records}
          isManager={isManager}
          error={state.error}
          onChange={setWishes}
        />
      )}
    </Dialog>
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
