import type { ClassicDataset } from '../../api/classic-datasets.ts'
import { t } from '../../i18n/classic-settings.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import shared from '../dataset-settings/DatasetSettings.module.css'
import { ItemForm } from '../dataset-settings/ItemForm.tsx'
import { useItem } from '../dataset-settings/use-item.ts'
import { useSaveDataset } from './use-save-dataset.ts'

/** What the dataset is about: `description` in its metadata. */
export function DescriptionForm({ dataset }: { dataset: ClassicDataset }) {
  const save = useSaveDataset(dataset)
  const label = t('taskSettings.description')
  const known = dataset.metadata.description
  const item = useItem({
    id: 'description',
    label,
    original: { description: typeof known === 'string' ? known : '' },
    save: ({ description }) => save({ metadata: { description: description.trim() } }),
  })
  return (
    <ItemForm item={item} label={label} head={<h2 className={shared.itemTitle}>{label}</h2>}>
      <TextArea
        aria-label={label}
        description={t('taskSettings.descriptionHelp')}
        value={item.values.description}
        onChange={(description) => item.change({ description })}
        rows={4}
        maxHeight={360}
      />
    </ItemForm>
  )
}
