import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import { t } from '../../i18n/areas/classic/settings.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import shared from '../dataset-settings/DatasetSettings.module.css'
import { ItemForm } from '../dataset-settings/ItemForm.tsx'
import { useItem } from '../dataset-settings/use-item.ts'
import styles from './ClassicSettings.module.css'
import { useSaveDataset } from './use-save-dataset.ts'

// Prefixed keys of the form's values, since a tag could have the name of one of the other two.
const NEW_NAME = 'new name'
const NEW_VALUE = 'new value'
const keyOf = (tag: string) => `tag ${tag}`

/** The tags of the dataset, and a form for one more. The server merges tags, so none can be removed. */
export function TagsForm({ dataset }: { dataset: ClassicDataset }) {
  const { save, refetch } = useSaveDataset(dataset)
  const label = t('taskSettings.tags')
  const tags = Object.keys(dataset.tags).toSorted()
  const item = useItem<Record<string, string>>({
    id: 'tags',
    label,
    original: valuesOf(dataset),
    refetch: async () => valuesOf(await refetch()),
    check: (values) => checkNew(values, tags),
    save: (values) => {
      const kept = tags.map((tag) => [tag, (values[keyOf(tag)] ?? '').trim()])
      const name = trimmed(values, NEW_NAME)
      return save({ tags: Object.fromEntries(name === '' ? kept : [...kept, [name, trimmed(values, NEW_VALUE)]]) })
    },
  })
  const field = (key: string) => ({
    value: item.values[key] ?? '',
    onChange: (value: string) => item.change({ [key]: value }),
    error: item.problems[key],
    size: 'small' as const,
    autoComplete: 'off',
    spellCheck: 'false' as const,
  })
  return (
    <ItemForm item={item} label={label} head={<h2 className={shared.itemTitle}>{label}</h2>}>
      <div className={styles.tags}>
        {tags.map((tag) => (
          <TextField key={tag} label={<code className={styles.tag}>{tag}</code>} {...field(keyOf(tag))} />
        ))}
        <div className={styles.newTag}>
          <TextField label={t('taskSettings.newTag')} {...field(NEW_NAME)} />
          <TextField label={t('taskSettings.newTagValue')} {...field(NEW_VALUE)} />
        </div>
      </div>
      <p className="note">{t('taskSettings.tagsHelp')}</p>
    </ItemForm>
  )
}

function valuesOf({ tags }: ClassicDataset): Record<string, string> {
  const known = Object.entries(tags).map(([tag, value]) => [keyOf(tag), value])
  return { ...Object.fromEntries(known), [NEW_NAME]: '', [NEW_VALUE]: '' }
}

function checkNew(values: Record<string, string>, tags: readonly string[]) {
  const name = trimmed(values, NEW_NAME)
  if (tags.includes(name)) return { [NEW_NAME]: t('taskSettings.tagTaken') }
  if ((name === '') !== (trimmed(values, NEW_VALUE) === '')) {
    return { [name === '' ? NEW_NAME : NEW_VALUE]: t('taskSettings.tagIncomplete') }
  }
  return {}
}

function trimmed(values: Record<string, string>, key: string): string {
  return (values[key] ?? '').trim()
}
