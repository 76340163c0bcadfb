import type { QuestionType } from '@postil/contract/feedback/question-settings'
import { t } from '../../../i18n/importing.ts'
import { QuestionDrawing } from './QuestionDrawing.tsx'
import styles from './QuestionsSection.module.css'

/** A type of question as a card to press: a drawing of it, its name, and what it is for. */
export function QuestionCard({ type, onPress }: { type: QuestionType; onPress: () => void }) {
  return (
    <button type="button" className={styles.card} onClick={onPress}>
      <QuestionDrawing type={type} />
      <span className={styles.cardName}>{t(`import.type.${type}`)}</span>
      <span className={styles.cardLead}>{t(`import.typeLead.${type}`)}</span>
    </button>
  )
}
