import { t } from '../i18n/areas/notices.ts'
import { Button } from '../ui/controls/Button.tsx'
import { QueueNotice } from './QueueNotice.tsx'

interface NoVectorProps {
  /** Title of the vector that was asked for. */
  vector: string
  /** The vectors that the record has. */
  others: readonly { name: string; title?: string | undefined }[]
  onVector: (name: string) => void
  onEnd: () => void
}

/** The record to compare with lacks the vector of the similarity search: shown instead of records. */
export function NoVector({ vector, others, onVector, onEnd }: NoVectorProps) {
  return (
    <QueueNotice
      label={t('annotate.record')}
      drawing="search"
      title={t('annotate.noVector.title')}
      text={t('annotate.noVector.text', { vector })}
      actions={
        <>
          <Button variant="primary" onPress={onEnd}>
            {t('annotate.noVector.end')}
          </Button>
          {others.map(({ name, title }) => (
            <Button key={name} onPress={() => onVector(name)}>
              {t('annotate.noVector.by', { vector: title || name })}
            </Button>
          ))}
        </>
      }
    />
  )
}
