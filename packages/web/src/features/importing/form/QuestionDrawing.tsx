import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import type { ReactNode } from 'react'
import styles from './QuestionsSection.module.css'

const DRAWINGS: Record<QuestionType, ReactNode> = {
  label_selection: (
    <>
      <rect className={styles.fill} x="2" y="9" width="34" height="14" rx="7" />
      <rect x="42" y="9" width="26" height="14" rx="7" />
      <rect x="74" y="9" width="20" height="14" rx="7" />
    </>
  ),
  multi_label_selection: (
    <>
      <rect className={styles.fill} x="2" y="9" width="30" height="14" rx="3" />
      <rect x="38" y="9" width="20" height="14" rx="3" />
      <rect className={styles.fill} x="64" y="9" width="30" height="14" rx="3" />
    </>
  ),
  rating: (
    <>
      <circle className={styles.fill} cx="10" cy="16" r="7" />
      <circle className={styles.fill} cx="29" cy="16" r="7" />
      <circle className={styles.fill} cx="48" cy="16" r="7" />
      <circle cx="67" cy="16" r="7" />
      <circle cx="86" cy="16" r="7" />
    </>
  ),
  ranking: (
    <>
      <rect className={styles.fill} x="2" y="2" width="70" height="7" rx="2" />
      <rect x="2" y="13" width="52" height="7" rx="2" />
      <rect x="2" y="24" width="34" height="7" rx="2" />
      <path d="m86 10 4-5 4 5m-8 12 4 5 4-5" />
    </>
  ),
  text: (
    <>
      <rect x="2" y="3" width="92" height="26" rx="4" />
      <path d="M9 11h52M9 18h34" />
      <path className={styles.fill} d="M48 14.500v7" />
    </>
  ),
  span: (
    <>
      <path d="M2 9h22M74 9h20M2 24h46" />
      <rect className={styles.fill} x="29" y="4" width="40" height="10" rx="2" />
      <rect x="54" y="19" width="26" height="10" rx="2" />
    </>
  ),
}

/** A line drawing of a type of question. Decorative. */
export function QuestionDrawing({ type }: { type: QuestionType }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 96 32" width="96" height="32" aria-hidden="true">
      {DRAWINGS[type]}
    </svg>
  )
}
