import type { Dataset } from '@postil/contract/feedback/datasets'
import { LIMITS } from '@postil/contract/limits'
import { useState } from 'react'
import { t } from '../../i18n/areas/settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { RenameDatasetDialog } from '../dataset-list/dialogs/RenameDatasetDialog.tsx'
import styles from './DatasetSettings.module.css'
import { GuidelinesText } from './GuidelinesText.tsx'
import { HandoutForms } from './HandoutForms.tsx'
import { ItemForm } from './ItemForm.tsx'
import { guidelinesPatch, type Problems } from './item-rules.ts'
import { useItem } from './use-item.ts'
import { usePatchDataset, useRefetchDataset } from './use-settings.ts'

const VIEWS = [
  { value: 'write', label: t('settings.write') },
  { value: 'preview', label: t('settings.preview') },
] as const

/** General settings: name and link of the dataset, guidelines, and how records are handed out. */
export function InfoTab({ dataset, workspace }: { dataset: Dataset; workspace: string }) {
  const [isRenaming, setRenaming] = useState(false)
  const link = new URL(`/dataset/${dataset.id}/annotation-mode`, location.href).href
  return (
    <div className={styles.items}>
      <section className={styles.facts} aria-label={t('settings.tab.info')}>
        <strong className={styles.name}>{dataset.name}</strong>
        <Chip tone="vermilion">{t('datasets.kind.feedback')}</Chip>
        {dataset.status === 'draft' && <Chip tone="ochre">{t('datasets.draft')}</Chip>}
        <span className={styles.where}>{t('settings.inWorkspace', { workspace })}</span>
        <CopyButton text={link} label={t('datasets.copyLink')} size="small" />
        <Button size="small" onPress={() => setRenaming(true)}>
          {t('datasets.rename')}
        </Button>
      </section>
      <Guidelines dataset={dataset} />
      <HandoutForms datasetId={dataset.id} />
      {isRenaming && <RenameDatasetDialog dataset={dataset} onClose={() => setRenaming(false)} />}
    </div>
  )
}

function Guidelines({ dataset }: { dataset: Dataset }) {
  const patch = usePatchDataset(dataset.id)
  const refetch = useRefetchDataset(dataset.id)
  const [view, setView] = useState<'write' | 'preview'>('write')
  const item = useItem({
    id: 'guidelines',
    tab: 'info',
    label: t('settings.guidelines'),
    original: guidelinesOf(dataset),
    check: checkGuidelines,
    refetch: async () => guidelinesOf(await refetch()),
    save: ({ guidelines }) => patch({ guidelines: guidelinesPatch(guidelines) }),
  })
  const { guidelines } = item.values
  return (
    <ItemForm
      item={item}
      label={t('settings.guidelines')}
      head={
        <>
          <h2 className={styles.itemTitle}>{t('settings.guidelines')}</h2>
          <Segmented label={t('settings.guidelinesView')} choices={VIEWS} value={view} onChange={setView} />
        </>
      }
    >
      {view === 'write' ? (
        <TextArea
          aria-label={t('settings.guidelines')}
          description={t('settings.guidelinesHelp')}
          value={guidelines}
          onChange={(text) => item.change({ guidelines: text })}
          error={item.problems.guidelines}
          rows={10}
          maxHeight={520}
        />
      ) : (
        <GuidelinesText text={guidelinesPatch(guidelines)} />
      )}
    </ItemForm>
  )
}

function guidelinesOf({ guidelines }: Dataset) {
  return { guidelines: guidelines ?? '' }
}

function checkGuidelines({ guidelines }: { guidelines: string }): Problems<{ guidelines: string }> {
  const isLong = [...guidelines.trim()].length > LIMITS.guidelinesLength
  return isLong ? { guidelines: t('settings.tooLong', { max: LIMITS.guidelinesLength }) } : {}
}
