import type { TextRange } from '@postil/domain/spans/ranges'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchImageHosts, isImageAllowed } from '../../../api/classic/task-records.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { MarkedText } from '../../../record/MarkedText.tsx'
import styles from './RecordText.module.css'

/** Longer texts are truncated on cards until expanded. */
const CUT_CHARS = 1200

interface RecordTextProps {
  text: string
  /** The matched words, as the server returns them. */
  keywords: readonly string[] | null | undefined
  /** Never truncate. */
  isWhole: boolean
  /** May name a picture to show beside the text. */
  metadata?: Readonly<Record<string, unknown>> | null | undefined
}

/** The text of a card: search matches are marked, long texts truncated, and a picture of the record shown beside it. */
export function RecordText({ text, keywords, isWhole, metadata }: RecordTextProps) {
  const [isFull, setFull] = useState(false)
  const isLong = text.length > CUT_CHARS
  const isCut = isLong && !isFull && !isWhole
  const shown = isCut ? `${text.slice(0, CUT_CHARS)}…` : text
  const url = metadata?._image_url
  return (
    <div className={styles.box}>
      <p className={styles.text} dir="auto">
        <MarkedText text={shown} ranges={findKeywords(shown, keywords ?? [])} />
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

/** Occurrences of keywords as whole words; sorted and not overlapping, in UTF-16 units. */
function findKeywords(text: string, keywords: readonly string[]): TextRange[] {
  const wanted = keywords.filter((keyword) => keyword !== '')
  if (wanted.length === 0) return []
  const longestFirst = wanted.toSorted((one, other) => other.length - one.length)
  const alternatives = longestFirst.map((keyword) => keyword.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'gu')
  return [...text.matchAll(words)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
}

/**
 * The picture that a record's metadata names. Data URLs are shown at once; a picture on a host that the server's settings allow is loaded
 * on request, since loading it tells that host; any other address is a link.
 */
export function RecordPicture({ url }: { url: string }) {
  const [isWanted, setWanted] = useState(url.startsWith('data:image/'))
  const [hasFailed, setFailed] = useState(false)
  const address = URL.canParse(url) && /^https?:/i.test(url) ? new URL(url) : undefined
  const hosts = useQuery({
    queryKey: ['image-hosts'],
    queryFn: fetchImageHosts,
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    meta: SILENT,
  })
  if (isWanted && !hasFailed)
    return (
      <img
        className={styles.picture}
        src={url}
        alt={t('explore.card.picture')}
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
      />
    )
  if (!address) return null
  if (!hasFailed && isImageAllowed(address, hosts.data ?? []))
    return (
      <button type="button" className={styles.full} onClick={() => setWanted(true)}>
        {t('explore.card.showPicture', { host: address.host })}
      </button>
    )
  return (
    <a className={styles.full} href={address.href} target="_blank" rel="noopener noreferrer">
      {t('explore.card.pictureLink', { host: address.host })}
    </a>
  )
}
