import type { TokenClassificationBody } from '@postil/contract/task/records'
import { Suspense } from 'react'
import { lazy } from '../../../ui/loading/lazy.tsx'
import type { CardBodyProps, TaskParts } from '../task-parts.ts'
import { EntityLegend } from './EntityLegend.tsx'
import { LONG_CHARS, shownEntities } from './entities.ts'
import styles from './tokens.module.css'

// Only token classification needs the code for marking texts.
const LateCard = lazy(async () => (await import('./TokenCard.tsx')).TokenCard, { prefetch: false })
// Loaded when the user opens it.
const LateMentions = lazy(async () => (await import('./Mentions.tsx')).Mentions)

function TokenCardBody(props: CardBodyProps<TokenClassificationBody>) {
  return (
    <Suspense fallback={<PlainText {...props} />}>
      <LateCard {...props} />
    </Suspense>
  )
}

/** The text without its entities, of the size that it has with them. */
function PlainText({ record, isAlone }: CardBodyProps<TokenClassificationBody>) {
  const { text } = record.body
  return (
    <div className={styles.text} data-cut={(text.length > LONG_CHARS && !isAlone) || undefined}>
      <div className={styles.shown} dir="auto">
        {text}
      </div>
    </div>
  )
}

/** The parts for token classification. */
export const tokenClassification: TaskParts<TokenClassificationBody> = {
  viewModes: ['explore', 'annotate'],
  hasLabels: true,
  titleOf: ({ text }) => text,
  // Without an annotation the prediction is accepted; an empty list means that there are no entities.
  annotationToValidate: (record) => record.annotation ?? { agent: '', entities: shownEntities(record) },
  hasAnnotation: ({ annotation }) => (annotation?.entities.length ?? 0) > 0,
  CardBody: TokenCardBody,
  Legend: EntityLegend,
  Stats: LateMentions,
  // A focused card passes the keys that move through its text on to the text.
  onCardKey: (key, { body }) => {
    if (!/^([\p{L}\p{N}.]|ArrowLeft|ArrowRight|Home|End|Delete)$/u.test(key)) return false
    const card = document.querySelector(`[data-record="${CSS.escape(String(body.id))}"]`)
    const field = card?.querySelector<HTMLElement>('[data-question-of]')
    if (!field || document.activeElement !== card) return false
    field.focus()
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    return 'used'
  },
}
