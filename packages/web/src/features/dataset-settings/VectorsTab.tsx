import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { LIMITS } from '@postil/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createVectorsSettings, deleteVectorsSettings } from '../../api/feedback/dataset-parts.ts'
import { fetchVectorsSettings, patchVectorsSettings } from '../../api/feedback/vectors.ts'
import { queryKeys } from '../../api/keys.ts'
import { t } from '../../i18n/areas/settings.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { AddItem } from './AddItem.tsx'
import styles from './DatasetSettings.module.css'
import { ItemForm } from './ItemForm.tsx'
import { checkTitle, readCount, vectorPatch } from './item-rules.ts'
import { ItemName, ItemsLoading, NothingYet } from './parts.tsx'
import { useItem } from './use-item.ts'
import { replaceIn, useRefetchOne, withoutIn } from './use-settings.ts'

/** The vectors of a dataset, by which similar records are found. */
export function VectorsTab({ datasetId }: { datasetId: string }) {
  const vectors = useQuery({ queryKey: queryKeys.vectors(datasetId), queryFn: () => fetchVectorsSettings(datasetId) })
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
  const queryClient = useQueryClient()
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
        queryClient.setQueryData<VectorsSettings[]>(queryKeys.vectors(datasetId), [...vectors, made])
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
  const queryClient = useQueryClient()
  const refetch = useRefetchOne(
    queryKeys.vectors(vector.dataset_id),
    () => fetchVectorsSettings(vector.dataset_id),
    vector,
  )
  const label = t('settings.vector', { name: vector.name })
  const item = useItem({
    id: `vector ${vector.id}`,
    tab: 'vectors',
    label,
    original: { title: vector.title },
    check: checkTitle,
    refetch: async () => ({ title: (await refetch()).title }),
    save: async (values) => {
      const saved = await patchVectorsSettings(vector.id, vectorPatch(vector, values))
      queryClient.setQueryData<VectorsSettings[]>(queryKeys.vectors(vector.dataset_id), (list) =>
        replaceIn(list, saved),
      )
    },
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
          queryClient.setQueryData<VectorsSettings[]>(queryKeys.vectors(vector.dataset_id), (list) =>
            withoutIn(list, vector),
          )
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
