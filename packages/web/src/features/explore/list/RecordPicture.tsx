import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchImageHosts, isImageAllowed } from '../../../api/classic/task-records.ts'
import { t } from '../../../i18n/areas/explore.ts'
import styles from './RecordText.module.css'

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
    meta: { isSilent: true },
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
