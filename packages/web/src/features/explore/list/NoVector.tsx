import { t } from '../../../i18n/areas/notices.ts'
import { QueueNotice } from '../../../queue/QueueNotice.tsx'
import { Button } from '../../../ui/controls/Button.tsx'

interface NoVectorProps {
  vector: string
  /** The vectors that the record has. */
  others: readonly string[]
  onVector: (vector: string) => void
  onEnd: () => void
}

/** The record to compare with lacks the vector of the similarity search. */
export function NoVector({ vector, others, onVector, onEnd }: NoVectorProps) {
  return (
    <QueueNotice
      label={t('annotate.noVector.title')}
      drawing="search"
      title={t('annotate.noVector.title')}
      text={t('annotate.noVector.text', { vector })}
      actions={
        <>
          <Button variant="primary" onPress={onEnd}>
            {t('annotate.noVector.end')}
          </Button>
          {others.map((name) => (
            <Button key={name} onPress={() => onVector(name)}>
              {t('annotate.noVector.by', { vector: name })}
            </Button>
          ))}
        </>
      }
    />
  )
}
