import type { Dataset } from '@postil/contract/feedback/datasets'
import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createMetadataProperty, deleteMetadataProperty } from '../../api/feedback/dataset-parts.ts'
import { patchMetadataProperty } from '../../api/feedback/metadata.ts'
import { metadataQuery } from '../../api/feedback/queries.ts'
import { t } from '../../i18n/areas/settings.ts'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { AddItem } from './AddItem.tsx'
import styles from './DatasetSettings.module.css'
import { ItemForm } from './ItemForm.tsx'
import { checkTitle, metadataPatch, metadataValues } from './item-rules.ts'
import { ItemName, ItemsLoading, NothingYet } from './parts.tsx'
import { useItem } from './use-item.ts'
import { useListChanges, usePatchDataset, useRefetchDataset } from './use-settings.ts'

/** The metadata properties of records: their titles, and whether annotators see them. */
export function MetadataTab({ dataset }: { dataset: Dataset }) {
  const properties = useQuery(metadataQuery(dataset.id))
  return (
    <div className={styles.items}>
      <ExtraMetadata dataset={dataset} />
      {!properties.data && <ItemsLoading query={properties} />}
      {properties.data?.length === 0 && <NothingYet>{t('settings.noMetadata')}</NothingYet>}
      {properties.data?.map((property) => (
        <PropertyForm key={property.id} property={property} />
      ))}
      {properties.data && <AddProperty datasetId={dataset.id} properties={properties.data} />}
    </div>
  )
}

const TYPES = (['terms', 'integer', 'float'] as const).map((value) => ({
  value,
  label: t(`settings.metadata.${value}`),
}))

function AddProperty({ datasetId, properties }: { datasetId: string; properties: readonly MetadataProperty[] }) {
  const { add } = useListChanges(metadataQuery(datasetId))
  const [type, setType] = useState<(typeof TYPES)[number]['value']>('terms')
  return (
    <AddItem
      label={t('settings.new.property')}
      taken={properties.map(({ name }) => name)}
      onAdd={async (names) => add(await createMetadataProperty(datasetId, { ...names, type }))}
    >
      <Segmented label={t('settings.new.type')} choices={TYPES} value={type} onChange={setType} />
      <p className="note">{t('settings.new.propertyHelp')}</p>
    </AddItem>
  )
}

function ExtraMetadata({ dataset }: { dataset: Dataset }) {
  const patch = usePatchDataset(dataset.id)
  const refetch = useRefetchDataset(dataset.id)
  const label = t('settings.extraMetadata')
  const item = useItem({
    id: 'extra-metadata',
    tab: 'metadata',
    label,
    original: { isAllowed: dataset.allow_extra_metadata },
    refetch: async () => ({ isAllowed: (await refetch()).allow_extra_metadata }),
    save: ({ isAllowed }) => patch({ allow_extra_metadata: isAllowed }),
  })
  return (
    <ItemForm item={item} label={label}>
      <Switch isSelected={item.values.isAllowed} onChange={(isAllowed) => item.change({ isAllowed })}>
        {t('settings.allowExtra')}
      </Switch>
      <p className="note">{t('settings.allowExtraHelp')}</p>
    </ItemForm>
  )
}

function PropertyForm({ property }: { property: MetadataProperty }) {
  const { refetchOne, replace, remove } = useListChanges(metadataQuery(property.dataset_id))
  const label = t('settings.property', { name: property.name })
  const item = useItem({
    id: `metadata ${property.id}`,
    tab: 'metadata',
    label,
    original: metadataValues(property),
    check: checkTitle,
    refetch: async () => metadataValues(await refetchOne(property)),
    save: async (values) => replace(await patchMetadataProperty(property.id, metadataPatch(property, values))),
  })
  return (
    <ItemForm
      item={item}
      label={label}
      head={<ItemName name={property.name} badge={t(`settings.metadata.${property.settings.type}`)} />}
      removal={{
        consequence: t('settings.removeProperty'),
        onRemove: async () => {
          await deleteMetadataProperty(property.id)
          remove(property)
        },
      }}
    >
      <TextField
        label={t('settings.propertyTitle')}
        placeholder={property.name}
        value={item.values.title}
        onChange={(title) => item.change({ title })}
        error={item.problems.title}
      />
      <Switch isSelected={item.values.isVisible} onChange={(isVisible) => item.change({ isVisible })}>
        {t('settings.visibleForAnnotators')}
      </Switch>
    </ItemForm>
  )
}
