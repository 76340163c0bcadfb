import { useState } from 'react'
import type { Session } from '../../api/account/account.ts'
import { parseServerTime } from '../../api/server-time.ts'
import { t } from '../../i18n/areas/setup.ts'
import { formatDateTime, formatRelative } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import styles from './SessionList.module.css'

interface SessionListProps {
  sessions: readonly Session[]
  /** The question before a session is ended that began at a relative time, as text. */
  ask: (when: string) => { title: string; text: string }
  onEnd: (sessionId: string) => void
}

/** A user's sessions, each of which can be ended but the present one. */
export function SessionList({ sessions, ask, onEnd }: SessionListProps) {
  const [ending, setEnding] = useState<Session>()
  const question = ending && ask(sinceOf(ending))
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              <time dateTime={startOf(session).toISOString()} title={formatDateTime(startOf(session))}>
                {t('session.since', { when: sinceOf(session) })}
              </time>
              {session.is_current && ` (${t('session.current')})`}
            </span>
            {!session.is_current && (
              <Button size="small" onPress={() => setEnding(session)}>
                {t('session.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && question && (
        <ConfirmDialog
          title={question.title}
          action={t('session.end')}
          onConfirm={() => onEnd(ending.id)}
          onClose={() => setEnding(undefined)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </>
  )
}

function startOf({ inserted_at }: Session): Date {
  return parseServerTime(inserted_at)
}

function sinceOf(session: Session): string {
  return formatRelative(startOf(session))
}
