import type { Dataset } from '@postil/contract/feedback/datasets'
import type { Field } from '@postil/contract/feedback/settings/fields'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createField, deleteField } from '../../api/feedback/dataset-parts.ts'
import { patchField } from '../../api/feedback/fields.ts'
import { fieldsQuery } from '../../api/feedback/queries.ts'
import { t } from '../../i18n/areas/settings.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { AddItem } from './AddItem.tsx'
import styles from './DatasetSettings.module.css'
import { ItemForm } from './ItemForm.tsx'
import { checkTitle, fieldPatch, fieldValues } from './item-rules.ts'
import { ItemName, ItemsLoading } from './parts.tsx'
import { useItem } from './use-item.ts'
import { useListChanges } from './use-settings.ts'

/**
 * The fields of a dataset: their titles, and whether they contain Markdown. In a draft, fields can be added and
 * removed.
 */
export function FieldsTab({ dataset }: { dataset: Dataset }) {
  const { id, status } = dataset
  const fields = useQuery(fieldsQuery(id))
  if (!fields.data) return <ItemsLoading query={fields} />
  return (
    <div className={styles.items}>
      {fields.data.length === 0 && <p className="note">{t('settings.noFields')}</p>}
      {fields.data.map((field) => (
        <FieldForm key={field.id} field={field} isDraft={status === 'draft'} />
      ))}
      {status === 'draft' && <AddField datasetId={id} fields={fields.data} />}
    </div>
  )
}

function AddField({ datasetId, fields }: { datasetId: string; fields: readonly Field[] }) {
  const { add } = useListChanges(fieldsQuery(datasetId))
  const [required, setRequired] = useState(true)
  const [useMarkdown, setUseMarkdown] = useState(false)
  return (
    <AddItem
      label={t('settings.new.field')}
      taken={fields.map(({ name }) => name)}
      onAdd={async (names) => {
        const settings = { type: 'text' as const, use_markdown: useMarkdown }
        add(await createField(datasetId, { ...names, required, settings }))
      }}
    >
      <Switch isSelected={required} onChange={setRequired}>
        {t('settings.new.fieldRequired')}
      </Switch>
      <Switch isSelected={useMarkdown} onChange={setUseMarkdown}>
        {t('settings.useMarkdown')}
      </Switch>
    </AddItem>
  )
}

function FieldForm({ field, isDraft }: { field: Field; isDraft: boolean }) {
  const { refetchOne, replace, remove } = useListChanges(fieldsQuery(field.dataset_id))
  const label = t('settings.field', { name: field.name })
  const item = useItem({
    id: `field ${field.id}`,
    tab: 'fields',
    label,
    original: fieldValues(field),
    check: checkTitle,
    refetch: async () => fieldValues(await refetchOne(field)),
    save: async (values) => replace(await patchField(field.id, fieldPatch(field, values))),
  })
  return (
    <ItemForm
      item={item}
      label={label}
      head={<ItemName name={field.name} isOptional={!field.required} />}
      removal={
        isDraft
          ? {
              consequence: t('settings.removePart'),
              onRemove: async () => {
                await deleteField(field.id)
                remove(field)
              },
            }
          : undefined
      }
    >
      <TextField
        label={t('settings.fieldTitle')}
        placeholder={field.name}
        value={item.values.title}
        onChange={(title) => item.change({ title })}
        error={item.problems.title}
      />
      <Switch isSelected={item.values.useMarkdown} onChange={(useMarkdown) => item.change({ useMarkdown })}>
        {t('settings.useMarkdown')}
      </Switch>
    </ItemForm>
  )
}
