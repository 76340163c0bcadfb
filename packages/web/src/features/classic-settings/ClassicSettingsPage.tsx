import { can } from '@postil/domain/permissions'
import type { ReactNode } from 'react'
import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import { t } from '../../i18n/areas/classic/settings.ts'
import { Chip } from '../../ui/controls/Chip.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { DatasetCrumbs } from '../dataset-list/DatasetCrumbs.tsx'
import { KIND_WORDS } from '../dataset-list/kinds.ts'
import { DangerZone } from '../dataset-settings/DangerZone.tsx'
import shared from '../dataset-settings/DatasetSettings.module.css'
import { EditsProvider } from '../dataset-settings/edits.tsx'
import { ItemForm } from '../dataset-settings/ItemForm.tsx'
import { LeaveGuard } from '../dataset-settings/LeaveGuard.tsx'
import { SettingsHead } from '../dataset-settings/parts.tsx'
import { useItem } from '../dataset-settings/use-item.ts'
import { MissingDataset, useOpenDataset } from '../explore/open-dataset.tsx'
import { useUser } from '../session/session.ts'
import styles from './ClassicSettings.module.css'
import { LabelsSection } from './LabelsSection.tsx'
import { TagsForm } from './TagsForm.tsx'
import { useSaveDataset } from './use-save-dataset.ts'

const WIDTH_PX = 1240

/** `/datasets/{workspace}/{dataset}/settings`: description, tags and labels of a classic dataset, and deleting it; read-only for annotators. */
export function ClassicSettingsPage() {
  const { home, name, path, dataset, isMissing } = useOpenDataset()
  const isLead = can(useUser(), 'responses.readAll', { isMember: true })
  if (isMissing) return <MissingDataset name={name} />
  return (
    <>
      <DatasetCrumbs workspace={home} dataset={name} to={path} page={t('app.settings')} />
      <OneColumn width={WIDTH_PX}>
        <SettingsHead title={t('settings.title')} team={isLead ? `${path}/progress` : undefined} back={path} />
        {dataset ? <Settings dataset={dataset} path={path} /> : <Skeleton height={360} />}
      </OneColumn>
    </>
  )
}

function Settings({ dataset, path }: { dataset: ClassicDataset; path: string }) {
  const canManage = can(useUser(), 'dataset.manage', { isMember: true })
  const { id, name, workspace, renamed = workspace, task } = dataset
  return (
    <EditsProvider>
      <div className={styles.columns}>
        <div className={shared.items}>
          <section className={shared.facts} aria-label={t('taskSettings.info')}>
            <strong className={shared.name}>{name}</strong>
            <Chip>{KIND_WORDS[task]}</Chip>
            <span className={shared.where}>{t('settings.inWorkspace', { workspace: renamed })}</span>
            <CopyButton text={new URL(path, location.href).href} label={t('datasets.copyLink')} size="small" />
          </section>
          {task !== 'Text2Text' && <LabelsSection dataset={dataset} canManage={canManage} />}
        </div>
        <div className={shared.items}>
          {canManage ? <DescriptionForm dataset={dataset} /> : <Description dataset={dataset} />}
          {canManage ? <TagsForm dataset={dataset} /> : <Tags dataset={dataset} />}
          {canManage && <DangerZone dataset={{ id, kind: task, name, workspace: renamed }} />}
        </div>
      </div>
      <LeaveGuard />
    </EditsProvider>
  )
}

/** The dataset's description: `description` in its metadata. */
function DescriptionForm({ dataset }: { dataset: ClassicDataset }) {
  const { save, refetch } = useSaveDataset(dataset)
  const label = t('taskSettings.description')
  const item = useItem({
    id: 'description',
    label,
    original: descriptionOf(dataset),
    refetch: async () => descriptionOf(await refetch()),
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

/** The description, for those who may not change it. */
function Description({ dataset }: { dataset: ClassicDataset }) {
  const { description } = descriptionOf(dataset)
  return (
    <ReadSection title={t('taskSettings.description')}>
      {description.trim() === '' ? (
        <p className="note">{t('taskSettings.noDescription')}</p>
      ) : (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
    </ReadSection>
  )
}

/** The tags, for those who may not change them. */
function Tags({ dataset: { tags } }: { dataset: ClassicDataset }) {
  const names = Object.keys(tags).toSorted()
  if (names.length === 0) return null
  return (
    <ReadSection title={t('taskSettings.tags')}>
      <ul className={styles.chips} aria-label={t('taskSettings.tags')}>
        {names.map((name) => (
          <li key={name} className={styles.chip}>
            <span className={styles.chipText}>{`${name}: ${tags[name]}`}</span>
          </li>
        ))}
      </ul>
    </ReadSection>
  )
}

function ReadSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.labels} aria-label={title}>
      <h2 className={shared.itemTitle}>{title}</h2>
      {children}
    </section>
  )
}

function descriptionOf({ metadata: { description } }: ClassicDataset) {
  return { description: typeof description === 'string' ? description : '' }
}
