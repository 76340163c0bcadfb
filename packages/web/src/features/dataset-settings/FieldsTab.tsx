import type { Field } from '@postil/contract/feedback/fields'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchFields, patchField } from '../../api/fields.ts'
import { queryKeys } from '../../api/keys.ts'
import { t } from '../../i18n/settings.ts'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './DatasetSettings.module.css'
import { ItemForm } from './ItemForm.tsx'
import { checkTitle, fieldPatch, fieldValues } from './item-rules.ts'
import { ItemName, ItemsLoading } from './parts.tsx'
import { useItem } from './use-item.ts'
import { replaceIn } from './use-settings.ts'

/** What annotators read: titles, and whether the text is markdown. */
export function FieldsTab({ datasetId }: { datasetId: string }) {
  const fields = useQuery({ queryKey: queryKeys.fields(datasetId), queryFn: () => fetchFields(datasetId) })
  if (!fields.data) return <ItemsLoading query={fields} />
  return (
    <div className={styles.items}>
      {fields.data.length === 0 && <p className={styles.none}>{t('settings.noFields')}</p>}
      {fields.data.map((field) => (
        <FieldForm key={field.id} field={field} />
      ))}
    </div>
  )
}

function FieldForm({ field }: { field: Field }) {
  const queryClient = useQueryClient()
  const label = t('settings.field', { name: field.name })
  const item = useItem({
    id: `field ${field.id}`,
    tab: 'fields',
    label,
    original: fieldValues(field),
    check: checkTitle,
    save: async (values) => {
      const saved = await patchField(field.id, fieldPatch(field, values))
      queryClient.setQueryData<Field[]>(queryKeys.fields(field.dataset_id), (list) => replaceIn(list, saved))
    },
  })
  return (
    <ItemForm item={item} label={label} head={<ItemName name={field.name} isOptional={!field.required} />}>
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
