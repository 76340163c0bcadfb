import type { Dataset } from '@postil/contract/feedback/datasets'
import type { ClassicPlan } from '@postil/importing/classic/plan'
import { lackedColumns, losesMetadata } from '@postil/importing/plan/known-mode'
import { type ImportPlan, isUpdateOnly } from '@postil/importing/plan/plan'
import { useState } from 'react'
import { t } from '../../i18n/areas/importing.ts'
import type { MyWorkspace } from './engine/my-workspaces.ts'
import { ClassicPlaceSection, ClassicPlanSections } from './form/ClassicPlanSections.tsx'
import { ColumnHead } from './form/ColumnHead.tsx'
import { ColumnsSection } from './form/ColumnsSection.tsx'
import { FileBar } from './form/FileBar.tsx'
import { KindSection } from './form/KindSection.tsx'
import { PlaceSection } from './form/PlaceSection.tsx'
import { QuestionsSection } from './form/QuestionsSection.tsx'
import { RunBar, useRecordCount } from './form/RunBar.tsx'
import styles from './form/sections.module.css'
import type { ImportState, ImportTo, KeptUpload, ReadingChange } from './import-state.ts'
import { BadRows } from './notices/BadRows.tsx'
import { ManifestNotice } from './notices/ManifestNotice.tsx'
import noticeStyles from './notices/Notice.module.css'
import { KeptNotice } from './notices/UnfinishedNotices.tsx'
import { missingManifest } from './plan/missing-manifest.ts'
import { problemsOf } from './plan/problems.ts'

interface ImportPlanFormProps {
  state: Extract<ImportState, { step: 'planning' }>
  workspaces: readonly MyWorkspace[]
  datasets: readonly Dataset[]
  onPlan: (plan: ImportPlan) => void
  /** Undefined: the rows become a feedback dataset. */
  onClassic: (plan: ClassicPlan | undefined) => void
  onTo: (to: ImportTo) => void
  onReread: (change: ReadingChange) => void
  /** Read the file again with its manifest; false when the file is no manifest. */
  onManifest: (file: File) => Promise<boolean>
  onOther: () => void
  onRun: () => void
  /** Resume an earlier upload of the file. */
  onGoOn: (kept: KeptUpload) => void
}

/** The plan of an import: columns, questions, name and target of the records found in a file. */
export function ImportPlanForm(props: ImportPlanFormProps) {
  const { state, workspaces, datasets, onPlan, onClassic, onTo, onReread, onManifest, onOther, onRun, onGoOn } = props
  const { planned, error, nameError } = state
  const { file, scan, plan, classic, to, manifest, classicManifest } = planned
  const [isAsked, setAsked] = useState(nameError !== undefined)
  const [isExisting, setExisting] = useState(to.kind !== 'new')
  // The user wants to add records: creating a second dataset must not be possible while no target is chosen.
  const isOpen = isExisting && to.kind === 'new'
  const lacking = isExisting ? undefined : missingManifest(planned)
  const nameProblems = nameError !== undefined ? [nameError] : []
  const problems = isOpen ? [t('import.problem.dataset')] : [...nameProblems, ...problemsOf(planned)]
  const update =
    to.kind === 'existing' && isUpdateOnly(plan) ? { losesMetadata: losesMetadata(plan, to.dataset.held) } : undefined
  // In a dataset with records, only the import itself finds out which rows are new.
  const count = useRecordCount(file, scan.reading, plan, to.kind === 'new' && !isExisting && classic === undefined)
  const handleRun = () => {
    setAsked(true)
    if (problems.length === 0) onRun()
  }
  return (
    <div className={styles.sections}>
      {error && (
        <p className={noticeStyles.notice} data-tone="vermilion" role="alert">
          {error}
        </p>
      )}
      {scan.isChanged && (
        <p className={noticeStyles.notice} data-tone="ochre" role="status">
          {t('import.isChanged')}
        </p>
      )}
      {scan.reading.encoding === 'mixed' && (
        <p className={noticeStyles.notice} data-tone="ochre" role="status">
          {t('import.notUtf8')}
        </p>
      )}
      {to.kind === 'existing' && to.kept && <KeptNotice kept={to.kept} name={to.dataset.name} onGoOn={onGoOn} />}
      <FileBar
        file={file}
        scan={scan}
        hasManifest={manifest !== undefined || classicManifest !== undefined}
        onReread={onReread}
        onOther={onOther}
      />
      {lacking && <ManifestNotice fileName={file.name} isClassic={lacking === 'classic'} onManifest={onManifest} />}
      <BadRows count={scan.badCount} rows={scan.bad} fileName={file.name} />
      {to.kind === 'new' && !isExisting && !plan.fixed && (
        <KindSection planned={planned} onClassic={onClassic} onTo={onTo} />
      )}
      {classic ? (
        <ClassicPlanSections planned={planned} plan={classic} onPlan={onClassic} />
      ) : (
        <>
          <ColumnsSection
            scan={scan}
            plan={plan}
            lead={to.kind === 'existing' ? t('import.columnsInto', { name: to.dataset.name }) : t('import.columnsLead')}
            isUnused={(index) => plan.columns[index]?.use.kind === 'nothing'}
            head={(profile, index) => (
              <ColumnHead
                index={index}
                profile={profile}
                file={scan.profile}
                plan={plan}
                fileName={file.name}
                onPlan={onPlan}
              />
            )}
          />
          {to.kind === 'new' && <QuestionsSection scan={scan} plan={plan} onPlan={onPlan} />}
        </>
      )}
      {to.kind === 'classic' ? null : classic && to.kind === 'new' ? (
        <ClassicPlaceSection to={to} workspaces={workspaces} nameError={nameError} onTo={onTo} />
      ) : (
        <PlaceSection
          to={to}
          isExisting={isExisting}
          onExisting={setExisting}
          workspaces={workspaces}
          datasets={datasets}
          file={file}
          hasContentIds={plan.hasContentIds}
          lacked={lackedColumns(planned)}
          update={update}
          nameError={nameError}
          queueOrder={planned.manifest?.schema.queueOrder ?? 'mixed'}
          onTo={onTo}
        />
      )}
      <RunBar
        what={update ? 'update' : isExisting ? 'add' : 'create'}
        rows={scan.profile.rows}
        count={count}
        problems={problems}
        isAsked={isAsked}
        onRun={handleRun}
      />
    </div>
  )
}
