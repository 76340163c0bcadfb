import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { createDataset } from '../../../api/feedback/managed-datasets.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { reasonOf } from '../../../api/reason-of.ts'
import { t } from '../../../i18n/areas/datasets.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { CodeBlock } from '../../../ui/display/CodeBlock.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { fetchMyWorkspaces } from '../../importing/engine/my-workspaces.ts'
import styles from './Dialogs.module.css'
import { checkDatasetName } from './RenameDatasetDialog.tsx'

const SampleCards = lazy(() => import('../../samples/SampleCards.tsx').then((m) => m.SampleCards), { prefetch: false })

/** A way to create a dataset that begins in a dialog. */
export type Way = 'sample' | 'empty' | 'program'

/** The dialog of a way to create a dataset. */
export function WayDialog({ way, onClose }: { way: Way; onClose: () => void }) {
  switch (way) {
    case 'sample':
      return <SampleDialog onClose={onClose} />
    case 'empty':
      return <EmptyDatasetDialog onClose={onClose} />
    case 'program':
      return <ProgramDialog onClose={onClose} />
  }
}

/** A dialog with the bundled samples: one click creates a dataset and opens it. */
function SampleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('samples.title')} isOpen onClose={onClose} width={940}>
      <div className={styles.form}>
        <p>{t('samples.lead')}</p>
        <Suspense fallback={<Skeleton height={280} />}>
          <SampleCards />
        </Suspense>
      </div>
    </Dialog>
  )
}

/** Creates a draft without fields and questions, and opens its settings, where they are added and it is published. */
function EmptyDatasetDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string>()
  const workspaces = useQuery({ queryKey: ['my-workspaces'], queryFn: fetchMyWorkspaces })
  const workspaceId = chosen ?? workspaces.data?.[0]?.id
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: createDataset,
    meta: SILENT,
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.datasets() })
      void navigate(`/dataset/${id}/settings?tab=fields`)
    },
  })
  const problem = checkDatasetName(name)
  const noWorkspace = workspaces.isPending
    ? t('datasets.empty.waiting')
    : workspaces.isError
      ? t('datasets.empty.failed')
      : workspaceId
        ? undefined
        : t('datasets.empty.noWorkspace')
  return (
    <FormDialog
      title={t('datasets.empty.title')}
      action={t('datasets.empty.create')}
      isPending={isPending}
      disabledReason={noWorkspace ?? problem}
      onSubmit={() => workspaceId && mutate({ name, workspace_id: workspaceId })}
      onClose={onClose}
      className={styles.form}
    >
      <p>{t('datasets.empty.lead')}</p>
      <TextField
        label={t('datasets.name')}
        value={name}
        onChange={(next) => {
          reset()
          setName(next)
        }}
        error={name === '' ? undefined : (problem ?? (error ? reasonOf(error) : undefined))}
        autoComplete="off"
        spellCheck="false"
        autoFocus
      />
      <Select
        label={t('datasets.workspace')}
        value={workspaceId ?? null}
        onChange={setChosen}
        choices={(workspaces.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
      />
    </FormDialog>
  )
}

/** Instructions to add records from a program: connect, create a dataset, send records. */
function ProgramDialog({ onClose }: { onClose: () => void }) {
  const steps = [
    { title: t('datasets.program.key'), code: undefined },
    { title: t('datasets.program.connect'), code: connectCode(location.origin) },
    { title: t('datasets.program.push'), code: PUSH_CODE },
  ]
  return (
    <Dialog title={t('datasets.way.program')} isOpen onClose={onClose} width={680}>
      <ol className={styles.steps}>
        {steps.map(({ title, code }) => (
          <li key={title}>
            <p>{title}</p>
            {code && <CodeBlock code={code} />}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

const connectCode = (origin: string) => `pip install "argilla==1.29.1"

import argilla as rg
rg.init(api_url="${origin}", api_key="YOUR_API_KEY")`

const PUSH_CODE = `dataset = rg.FeedbackDataset(
    fields=[rg.TextField(name="text")],
    questions=[rg.LabelQuestion(name="label", labels=["yes", "no"])],
)
record = rg.FeedbackRecord(fields={"text": "Is this a question?"})
dataset.add_records([record])
dataset.push_to_argilla(name="my-first-dataset", workspace="default")`
