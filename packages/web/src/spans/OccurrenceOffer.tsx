import { t } from '../i18n/notices.ts'
import { Button } from '../ui/Button.tsx'
import { KeyCap } from '../ui/KeyCap.tsx'
import styles from './SpanField.module.css'
import type { Marking } from './use-marking.ts'

interface OccurrenceOfferProps {
  marking: Marking
  onMarkEverywhere: ((words: string, label: string) => void) | undefined
}

/** Below a text whose words were just marked: mark their other occurrences, here or in all records. */
export function OccurrenceOffer({ marking, onMarkEverywhere }: OccurrenceOfferProps) {
  const { offer } = marking
  if (!offer || offer.count === 0) return null
  return (
    <div className={styles.offer}>
      <span>{t('annotate.span.occurs', { text: offer.words, count: offer.count })}</span>
      <Button size="small" onPress={marking.markOccurrences}>
        {t('annotate.span.markAll', { count: offer.count })} <KeyCap keys="Shift+M" />
      </Button>
      {onMarkEverywhere && (
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            onMarkEverywhere(offer.words, offer.label)
            marking.dropOffer()
          }}
        >
          {t('annotate.span.markEverywhere')}
        </Button>
      )}
    </div>
  )
}
