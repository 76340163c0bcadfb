import { useState } from 'react'
import { t } from '../../i18n/explore.ts'
import { KeywordText } from './KeywordText.tsx'
import { RecordPicture } from './RecordPicture.tsx'
import styles from './RecordText.module.css'

/** Longer texts are cut on cards, until they are asked for. */
const CUT_CHARS = 1200

interface RecordTextProps {
  text: string
  keywords: readonly string[] | null | undefined
  /** Never cut. */
  isWhole: boolean
  /** May name a picture to show beside the text. */
  metadata?: Readonly<Record<string, unknown>> | null | undefined
}

/** The text of a card: what the search found is marked, a long one is cut, and a picture of the record stands beside it. */
export function RecordText({ text, keywords, isWhole, metadata }: RecordTextProps) {
  const [isFull, setFull] = useState(false)
  const isLong = text.length > CUT_CHARS
  const isCut = isLong && !isFull && !isWhole
  const url = metadata?._image_url
  return (
    <div className={styles.box}>
      <p className={styles.text} dir="auto">
        <KeywordText text={isCut ? `${text.slice(0, CUT_CHARS)}…` : text} keywords={keywords} />
      </p>
      {isLong && !isWhole && (
        <button type="button" className={styles.full} onClick={() => setFull(!isFull)}>
          {t(isFull ? 'explore.card.less' : 'explore.card.full')}
        </button>
      )}
      {typeof url === 'string' && <RecordPicture url={url} />}
    </div>
  )
}
