import type { Dataset } from '@postil/contract/feedback/datasets'
import { useEffect, useRef, useState } from 'react'
import type { ClassicName } from '../../api/classic/classic-datasets.ts'
import { t } from '../../i18n/areas/importing.ts'
import { useStayOpen } from '../../ui/browser/use-stay-open.ts'
import { LossDialog } from '../../ui/overlays/LossDialog.tsx'
import { SampleCards } from '../samples/SampleCards.tsx'
import { useDroppedFiles } from './dropped-files.ts'
import type { MyWorkspace } from './engine/my-workspaces.ts'
import { FileDrop } from './FileDrop.tsx'
import { DONE_TITLE, ImportDone, ImportStopped } from './ImportDone.tsx'
import styles from './ImportFlow.module.css'
import { ImportHead } from './ImportHead.tsx'
import { ImportPlanForm } from './ImportPlanForm.tsx'
import { ReadingProgress, WritingProgress } from './ImportProgress.tsx'
import { LeaveGuard } from './notices/LeaveGuard.tsx'
import { UnfinishedNotice } from './notices/UnfinishedNotices.tsx'
import { useImport } from './use-import.ts'
import { usePageDrop } from './use-page-drop.ts'
import { goingOn } from './writing/kept-upload.ts'

type Flow = ReturnType<typeof useImport>

interface ImportFlowProps {
  workspaces: readonly MyWorkspace[]
  datasets: readonly Dataset[]
  into: string | undefined
  /** The records go into this classic dataset. */
  intoClassic: ClassicName | undefined
}

/** The import step by step, from a file to its records. */
export function ImportFlow({ workspaces, datasets, into, intoClassic }: ImportFlowProps) {
  const isNew = into === undefined && intoClassic === undefined
  const workspaceId = workspaces[0]?.id ?? ''
  const flow = useImport({
    workspaceId,
    takenNames: new Set(datasets.flatMap((one) => (one.workspace_id === workspaceId ? [one.name] : []))),
    into,
    intoClassic,
  })
  const { state } = flow
  const isBusy = state.step === 'reading' || state.step === 'writing'
  const isUnwritten = state.step === 'choosing' || state.step === 'reading' || state.step === 'planning'
  const loss = lossOf(state)
  useStayOpen(loss !== undefined)
  const [replacing, setReplacing] = useState<() => void>()
  /** Do what drops the plan, after confirmation if the user has decided something. */
  const replace = (go: () => void) => (loss === 'plan' ? setReplacing(() => go) : go())
  useDroppedFiles(flow.choose)
  usePageDrop(isBusy || replacing ? undefined : (files) => replace(() => void flow.choose(files)))
  return (
    <>
      {state.step === 'done' ? (
        <ImportHead
          title={t(state.planned.to.kind === 'new' ? 'import.done' : 'import.doneInto', { name: state.name })}
          crumb={state.name}
          titleId={DONE_TITLE}
        />
      ) : (
        <ImportHead
          title={t(isNew ? 'import.title' : 'import.titleInto')}
          lead={isUnwritten ? t(isNew ? 'import.lead' : 'import.leadInto') : undefined}
        />
      )}
      <LeaveGuard loss={loss} />
      {replacing && (
        <LossDialog
          title={t('import.replace.title')}
          text={t('import.leave.plan')}
          action={t('import.replace.go')}
          onGo={() => {
            setReplacing(undefined)
            replacing()
          }}
          onStay={() => setReplacing(undefined)}
        />
      )}
      <Step flow={flow} workspaces={workspaces} datasets={datasets} isNew={isNew} onReplace={replace} />
    </>
  )
}

interface StepProps extends Pick<ImportFlowProps, 'workspaces' | 'datasets'> {
  flow: Flow
  /** No target dataset is named in the URL. */
  isNew: boolean
  /** Do what drops the plan, after confirmation where necessary. */
  onReplace: (go: () => void) => void
}

function Step({ flow, workspaces, datasets, isNew, onReplace }: StepProps) {
  const { state } = flow
  switch (state.step) {
    case 'choosing':
      return (
        <div className={styles.steps}>
          <UnfinishedNotice />
          <FileDrop onFiles={flow.choose} error={state.error} isAgain={state.isAgain} />
          {isNew && <Samples />}
        </div>
      )
    case 'reading':
      return <ReadingProgress state={state} onCancel={flow.cancel} />
    case 'planning':
      return (
        <ImportPlanForm
          state={state}
          workspaces={workspaces}
          datasets={datasets}
          onPlan={flow.setPlan}
          onClassic={flow.setClassic}
          onTo={flow.setTo}
          onReread={(change) => onReplace(() => void flow.reread(state.planned, change))}
          onManifest={(file) => flow.addManifest(state.planned, file)}
          onOther={() => onReplace(flow.reset)}
          onRun={() => flow.run(state.planned)}
          onGoOn={(kept) => flow.run(goingOn(state.planned, kept))}
        />
      )
    case 'writing':
      return <WritingProgress state={state} onCancel={flow.cancel} />
    case 'stopped':
      return <ImportStopped state={state} onGoOn={flow.run} onOther={flow.reset} />
    case 'done':
      return <ImportDone state={state} onOther={flow.reset} />
  }
}

/** What would be lost by leaving the page. */
function lossOf(state: Flow['state']) {
  if (state.step === 'planning' && state.isEdited) return 'plan'
  if (state.step === 'writing') return state.planned.to.kind === 'new' ? 'gone' : 'kept'
}

function Samples() {
  const heading = useRef<HTMLHeadingElement>(null)
  // The dataset list links to this fragment; the element did not exist yet when the browser looked for it.
  useEffect(() => {
    if (location.hash === '#samples-title') heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section className={styles.samples} aria-labelledby="samples-title">
      <h2 ref={heading} id="samples-title" className={styles.heading}>
        {t('samples.title')}
      </h2>
      <p className={styles.lead}>{t('samples.lead')}</p>
      <SampleCards />
    </section>
  )
}
