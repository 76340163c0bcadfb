import type { TextRange } from '@postil/domain/spans/ranges'
import { useState } from 'react'
import { t } from '../i18n/areas/notices.ts'
import { Button } from '../ui/controls/Button.tsx'
import { KeyCap } from '../ui/display/KeyCap.tsx'
import styles from './SpanField.module.css'
import type { Marking } from './use-marking.ts'

interface OccurrenceOfferProps {
  text: string
  marking: Marking
  onMarkEverywhere: ((words: string, label: string) => void) | undefined
}

/** Below a text in which words were just marked: offers to mark their other occurrences, all or some, here or in all records. */
export function OccurrenceOffer({ text, marking, onMarkEverywhere }: OccurrenceOfferProps) {
  const { offer } = marking
  const [isChoosing, setChoosing] = useState(false)
  if (!offer || offer.occurrences.length === 0) return null
  const { words, label, occurrences, wanted } = offer
  return (
    <div className={styles.offer}>
      <span>{t('annotate.span.occurs', { text: words, count: occurrences.length })}</span>
      <Button
        size="small"
        disabledReason={wanted.length === 0 ? t('annotate.span.noneChosen') : undefined}
        onPress={marking.markOccurrences}
      >
        {t('annotate.span.markAll', { count: wanted.length })} <KeyCap keys="Shift+M" />
      </Button>
      <Button size="small" variant="quiet" aria-expanded={isChoosing} onPress={() => setChoosing(!isChoosing)}>
        {t('annotate.span.chooseSome')}
      </Button>
      {onMarkEverywhere && (
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            onMarkEverywhere(words, label)
            marking.dropOffer()
          }}
        >
          {t('annotate.span.markEverywhere')}
        </Button>
      )}
      {isChoosing && (
        <ul className={styles.places} aria-label={t('annotate.span.places')}>
          {occurrences.map((range) => (
            <li key={range.start}>
              <label className={styles.place}>
                <input
                  type="checkbox"
                  checked={wanted.includes(range)}
                  onChange={() => marking.toggleOccurrence(range)}
                />
                <Place text={text} range={range} />
              </label>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Characters of context on either side of an occurrence. */
const AROUND = 30

/** An occurrence with the words around it. */
function Place({ text, range: { start, end } }: { text: string; range: TextRange }) {
  const before = text.slice(Math.max(0, start - AROUND), start)
  const after = text.slice(end, end + AROUND)
  return (
    <span>
      {start > AROUND ? `… ${before.replace(/^\S*\s/, '')}` : before}
      <b>{text.slice(start, end)}</b>
      {end + AROUND < text.length ? `${after.replace(/\s\S*$/, '')} …` : after}
    </span>
  )
}
