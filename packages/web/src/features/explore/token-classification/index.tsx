import type { TokenClassificationBody } from '@postil/contract/task/records'
import { Suspense } from 'react'
import { lazy } from '../../../ui/lazy.tsx'
import { RecordText } from '../RecordText.tsx'
import type { CardBodyProps, TaskParts } from '../task-parts.ts'
import { EntityLegend } from './EntityLegend.tsx'
import { shownEntities } from './entities.ts'

// Only these datasets need the code that marks texts.
const LateCard = lazy(async () => (await import('./TokenCard.tsx')).TokenCard, { prefetch: false })
// Opened by hand.
const LateMentions = lazy(async () => (await import('./Mentions.tsx')).Mentions)

function TokenCardBody(props: CardBodyProps<TokenClassificationBody>) {
  return (
    <Suspense fallback={<RecordText text={props.record.body.text} keywords={null} isWhole={props.isAlone} />}>
      <LateCard {...props} />
    </Suspense>
  )
}

/** What is particular to token classification on the page of a classic dataset. */
export const tokenClassification: TaskParts<TokenClassificationBody> = {
  viewModes: ['explore', 'annotate'],
  hasLabels: true,
  titleOf: ({ text }) => text,
  // Without an annotation the prediction is accepted; a list without entities says that there are none.
  annotationToValidate: (record) => record.annotation ?? { agent: '', entities: shownEntities(record) },
  hasAnnotation: ({ annotation }) => (annotation?.entities.length ?? 0) > 0,
  CardBody: TokenCardBody,
  Legend: EntityLegend,
  Stats: LateMentions,
  // A focused card leads the keys that go through its text on to it.
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
