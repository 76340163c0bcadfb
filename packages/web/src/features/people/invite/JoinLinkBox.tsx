import { Link } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { parseServerTime } from '../../../api/server-time.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { formatDateTime } from '../../../i18n/index.ts'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import styles from './InvitePanel.module.css'

export interface JoinLink {
  token: string
  expires_at: string
  /** Null when the server does not know the address by which people reach it: it is then the one of this page. */
  address: string | null
}

/**
 * An invitation link or password link, with a copy button. The token is in the fragment of the URL, which is not sent
 * to servers or written to logs. The copy button takes the focus from the button that created the link.
 */
export function JoinLinkBox({ link }: { link: JoinLink }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const address = link.address ?? `${window.location.origin}/join#${link.token}`
  return (
    <div className={styles.link} role="status" ref={box}>
      <span className={styles.address}>
        <Icon icon={Link} />
        <code>{address}</code>
        <CopyButton text={address} label={t('people.invite.copy')} words={t('ui.copy')} />
      </span>
      <small>{t('people.invite.once', { date: formatDateTime(parseServerTime(link.expires_at)) })}</small>
      {isThisMachine(new URL(address).hostname) && <small>{t('people.invite.thisMachine')}</small>}
    </div>
  )
}

/** Whether a host name leads every machine to itself, so that a link to it is of no use to others. */
export function isThisMachine(hostname: string): boolean {
  return /^(.+\.)?localhost$/.test(hostname) || /^127(\.\d+){3}$/.test(hostname) || hostname === '[::1]'
}
