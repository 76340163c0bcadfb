import { TASKS, type Task } from '@postil/contract/task/constants'
import { guessClassic, guessTask } from '@postil/importing/classic/guess'
import { type ClassicPlan, classicNameFor } from '@postil/importing/classic/plan'
import { useMemo } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { t } from '../../../i18n/areas/importing.ts'
import type { ImportTo, PlannedImport } from '../import-state.ts'
import styles from './KindSection.module.css'
import { QuestionDrawing } from './QuestionDrawing.tsx'
import { Section } from './Section.tsx'

const DRAWINGS = {
  Feedback: 'ranking',
  TextClassification: 'label_selection',
  TokenClassification: 'span',
  Text2Text: 'text',
} as const
const KINDS = ['Feedback', ...TASKS] as const

interface KindSectionProps {
  planned: PlannedImport
  onClassic: (plan: ClassicPlan | undefined) => void
  onTo: (to: ImportTo) => void
}

/** The choice of the kind of dataset: a card with a drawing for each. */
export function KindSection({ planned, onClassic, onTo }: KindSectionProps) {
  const { file, scan, classic, classicManifest, to } = planned
  const source = useMemo(
    () => ({ profile: scan.profile, reading: scan.reading, fileName: file.name, manifest: classicManifest }),
    [scan, file, classicManifest],
  )
  // Memoised: it examines every column, too slow for each key press in the form.
  const likely = useMemo(() => guessTask(source), [source])
  const handleKind = (kind: string) => {
    const task = TASKS.find((one) => one === kind)
    // Names of classic datasets allow fewer characters; keep what the user typed where possible.
    if (task && to.kind === 'new') onTo({ ...to, name: classicNameFor(to.name) })
    onClassic(task && guessClassic(task, source))
  }
  return (
    <Section title={t('import.kindOf')} lead={t('import.kindLead')}>
      <RadioGroup aria-label={t('import.kindOf')} value={classic?.task ?? 'Feedback'} onChange={handleKind}>
        <div className={styles.cards}>
          {KINDS.map((kind) => (
            <Radio key={kind} value={kind} className={styles.card}>
              <QuestionDrawing type={DRAWINGS[kind]} />
              <span className={styles.name}>{t(`import.dataset.${kind}`)}</span>
              <span className={styles.lead}>{leadOf(kind, likely)}</span>
            </Radio>
          ))}
        </div>
      </RadioGroup>
    </Section>
  )
}

function leadOf(kind: (typeof KINDS)[number], likely: Task): string {
  const lead = t(`import.datasetLead.${kind}`)
  return kind === likely ? `${lead} ${t('import.kindFits')}` : lead
}
