import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { LIMITS } from '@postil/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createVectorsSettings, deleteVectorsSettings } from '../../api/feedback/dataset-parts.ts'
import { vectorsQuery } from '../../api/feedback/queries.ts'
import { patchVectorsSettings } from '../../api/feedback/vectors.ts'
import { t } from '../../i18n/areas/settings.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { AddItem } from './AddItem.tsx'
import styles from './DatasetSettings.module.css'
import { ItemForm } from './ItemForm.tsx'
import { checkTitle, readCount, vectorPatch } from './item-rules.ts'
import { ItemName, ItemsLoading, NothingYet } from './parts.tsx'
import { useItem } from './use-item.ts'
import { useListChanges } from './use-settings.ts'

/** The vectors of a dataset, by which similar records are found. */
export function VectorsTab({ datasetId }: { datasetId: string }) {
  const vectors = useQuery(vectorsQuery(datasetId))
  if (!vectors.data) return <ItemsLoading query={vectors} />
  return (
    <div className={styles.items}>
      {vectors.data.length === 0 && <NothingYet>{t('settings.noVectors')}</NothingYet>}
      {vectors.data.map((vector) => (
        <VectorForm key={vector.id} vector={vector} />
      ))}
      <AddVector datasetId={datasetId} vectors={vectors.data} />
    </div>
  )
}

function AddVector({ datasetId, vectors }: { datasetId: string; vectors: readonly VectorsSettings[] }) {
  const { add } = useListChanges(vectorsQuery(datasetId))
  const [typed, setTyped] = useState('')
  const dimensions = readCount(typed)
  const max = LIMITS.vectorsPerDataset
  if (vectors.length >= max) return <p className="note">{t('settings.new.vectorsFull', { max })}</p>
  return (
    <AddItem
      label={t('settings.new.vector')}
      taken={vectors.map(({ name }) => name)}
      isValid={dimensions !== undefined}
      onAdd={async (names) => {
        const made = await createVectorsSettings(datasetId, { ...names, dimensions: dimensions ?? 0 })
        setTyped('')
        add(made)
      }}
    >
      <TextField
        label={t('settings.new.dimensions')}
        description={t('settings.new.dimensionsHelp')}
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
        error={typed.trim() !== '' && dimensions === undefined ? t('settings.notCount') : undefined}
      />
    </AddItem>
  )
}

function VectorForm({ vector }: { vector: VectorsSettings }) {
  const { refetchOne, replace, remove } = useListChanges(vectorsQuery(vector.dataset_id))
  const label = t('settings.vector', { name: vector.name })
  const item = useItem({
    id: `vector ${vector.id}`,
    tab: 'vectors',
    label,
    original: { title: vector.title },
    check: checkTitle,
    refetch: async () => ({ title: (await refetchOne(vector)).title }),
    save: async (values) => replace(await patchVectorsSettings(vector.id, vectorPatch(vector, values))),
  })
  return (
    <ItemForm
      item={item}
      label={label}
      head={<ItemName name={vector.name} badge={t('settings.dimensions', { count: vector.dimensions })} />}
      removal={{
        consequence: t('settings.removeVector'),
        onRemove: async () => {
          await deleteVectorsSettings(vector.id)
          remove(vector)
        },
      }}
    >
      <TextField
        label={t('settings.vectorTitle')}
        placeholder={vector.name}
        value={item.values.title}
        onChange={(title) => item.change({ title })}
        error={item.problems.title}
      />
    </ItemForm>
  )
}
