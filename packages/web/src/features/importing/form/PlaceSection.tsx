import type { Dataset, QueueOrder } from '@postil/contract/feedback/datasets'
import { datasetNameFor } from '@postil/importing/guess/names'
import { type LackedColumn, modeFor } from '@postil/importing/plan/known-mode'
import { useEffect, useRef, useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import { t } from '../../../i18n/areas/importing.ts'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { QueueOrderChoice } from '../../feedback/QueueOrderChoice.tsx'
import { useUser } from '../../session/session.ts'
import type { MyWorkspace } from '../engine/my-workspaces.ts'
import type { ImportTo } from '../import-state.ts'
import { isDatasetName } from '../plan/problems.ts'
import { toExisting } from '../writing/to-existing.ts'
import { Section } from './Section.tsx'
import styles from './sections.module.css'

type ExistingTo = Extract<ImportTo, { kind: 'existing' }>

/** At most this many columns are named. */
const NAMED_COLUMNS = 3

interface PlaceSectionProps {
  to: ImportTo
  /** The target is an existing dataset, whether it is chosen yet or not. */
  isExisting: boolean
  onExisting: (isExisting: boolean) => void
  workspaces: readonly MyWorkspace[]
  datasets: readonly Dataset[]
  file: File
  hasContentIds: boolean
  /** Columns because of which existing records are updated by default. */
  lacked: readonly LackedColumn[]
  /** Set when the rows have no texts, so that they can only update. `losesMetadata`: updating also removes metadata. */
  update: { losesMetadata: boolean } | undefined
  nameError: string | undefined
  /** From the file's manifest, else the default. */
  queueOrder: QueueOrder
  onTo: (to: ImportTo) => void
}

/** The target of the records: a new dataset with name and workspace, or an existing one. */
export function PlaceSection({
  to,
  isExisting,
  onExisting,
  workspaces,
  datasets,
  file,
  hasContentIds,
  lacked,
  update,
  nameError,
  queueOrder,
  onTo,
}: PlaceSectionProps) {
  const [isLoading, setLoading] = useState(false)
  // Refused by the server: the field to correct is far below the visible part of the page.
  const nameBox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (nameError !== undefined) nameBox.current?.focus()
  }, [nameError])
  const user = useUser()
  const mine = new Set(workspaces.map(({ id }) => id))
  const open = datasets.filter(({ workspace_id, status }) => status === 'ready' && mine.has(workspace_id))
  const workspaceName = (id: string) => workspaces.find((one) => one.id === id)?.name ?? ''
  const newTo = (workspaceId: string): ImportTo => ({
    kind: 'new',
    name: freeName(file.name, datasets, workspaceId),
    workspaceId,
  })

  const handleWhere = (where: 'new' | 'existing') => {
    onExisting(where === 'existing')
    if (where === 'new' && to.kind === 'existing') onTo(newTo(workspaces[0]?.id ?? ''))
  }
  const handleDataset = async (datasetId: string) => {
    setLoading(true)
    try {
      onTo(await toExisting(file, datasetId, user.id))
    } catch (error) {
      showError(error)
    } finally {
      setLoading(false)
    }
  }

  return (
    <Section title={t('import.place')}>
      <div className={styles.sections}>
        <RadioGroup
          label={t('import.where')}
          choices={[
            { value: 'new', label: t('import.where.new') },
            { value: 'existing', label: t('import.where.existing'), isDisabled: open.length === 0 },
          ]}
          value={isExisting ? 'existing' : 'new'}
          onChange={handleWhere}
          description={open.length === 0 ? t('import.noDatasets') : undefined}
        />
        {isExisting ? (
          <div className={styles.row}>
            <Select
              label={t('import.dataset')}
              choices={open.map(({ id, name, workspace_id }) => ({
                value: id,
                label: `${name} (${workspaceName(workspace_id)})`,
              }))}
              value={to.kind === 'existing' ? to.dataset.datasetId : null}
              onChange={handleDataset}
              isDisabled={isLoading}
            />
            {to.kind === 'existing' && (
              <RadioGroup
                label={t('import.mode')}
                choices={[
                  { value: 'skip', label: t('import.mode.skip'), isDisabled: update !== undefined },
                  { value: 'update', label: t('import.mode.update') },
                  { value: 'add', label: t('import.mode.add'), isDisabled: update !== undefined },
                ]}
                value={update ? 'update' : (to.mode ?? modeFor(lacked))}
                onChange={(mode) => onTo({ ...to, mode })}
                description={update ? updateNotes(update) : modeNotes(to, hasContentIds, lacked)}
              />
            )}
          </div>
        ) : (
          to.kind === 'new' && (
            <div className={styles.row}>
              <TextField
                label={t('import.name')}
                value={to.name}
                onChange={(name) => onTo({ ...to, name })}
                description={t('import.nameHelp')}
                ref={nameBox}
                error={nameError ?? (to.name !== '' && !isDatasetName(to.name) ? t('import.nameBad') : undefined)}
              />
              <Select
                label={t('import.workspace')}
                choices={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
                value={to.workspaceId}
                onChange={(workspaceId) => onTo({ ...to, workspaceId })}
              />
            </div>
          )
        )}
        {!isExisting && to.kind === 'new' && (
          <QueueOrderChoice
            value={to.queueOrder ?? queueOrder}
            onChange={(order) => onTo({ ...to, queueOrder: order })}
          />
        )}
      </div>
    </Section>
  )
}

function updateNotes({ losesMetadata }: { losesMetadata: boolean }): string {
  return [t('import.updateOnly'), ...(losesMetadata ? [t('import.updateLoses')] : [])].join(' ')
}

function modeNotes({ mode, dataset }: ExistingTo, hasContentIds: boolean, lacked: readonly LackedColumn[]) {
  const names = lacked.slice(0, NAMED_COLUMNS).map(({ source }) => `“${source}”`)
  const what = [...names, ...(lacked.length > NAMED_COLUMNS ? ['…'] : [])].join(', ')
  const replaces = mode === undefined && lacked.some((column) => column.replaces)
  const notes = [
    ...(mode === undefined && lacked.length > 0 ? [t('import.modeGuess', { name: dataset.name, what })] : []),
    ...(replaces ? [t('import.modeReplaces')] : []),
    ...(hasContentIds ? [t('import.contentIds')] : []),
  ]
  return notes.length > 0 ? notes.join(' ') : undefined
}

function freeName(fileName: string, datasets: readonly Dataset[], workspaceId: string): string {
  return datasetNameFor(
    fileName,
    new Set(datasets.flatMap((one) => (one.workspace_id === workspaceId ? [one.name] : []))),
  )
}
