import type { ApiKey } from '../../api/account/account.ts'
import { parseServerTime } from '../../api/server-time.ts'
import { t } from '../../i18n/areas/user-settings.ts'
import { formatDateTime, formatRelative } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { breakable } from '../../ui/display/breakable.tsx'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import styles from './ApiKeys.module.css'

interface ApiKeyTableProps {
  keys: readonly ApiKey[]
  onRevoke: (key: ApiKey) => void
}

/** The keys by name, with the details that tell them apart. */
export function ApiKeyTable({ keys, onRevoke }: ApiKeyTableProps) {
  return (
    <Table label={t('userSettings.keys')} className={styles.table}>
      <thead>
        <tr>
          <HeaderCell>{t('userSettings.keys.name')}</HeaderCell>
          <HeaderCell>{t('userSettings.keys.key')}</HeaderCell>
          <HeaderCell>{t('userSettings.keys.created')}</HeaderCell>
          <HeaderCell>{t('userSettings.keys.lastUsed')}</HeaderCell>
          <HeaderCell>{t('userSettings.keys.expires')}</HeaderCell>
          <HeaderCell>
            <span className="visuallyHidden">{t('userSettings.keys.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id}>
            <Cell className={styles.name}>{breakable(key.name)}</Cell>
            <Cell data-label={t('userSettings.keys.key')}>
              <code className={styles.hint}>
                <span className="visuallyHidden">{t('userSettings.keys.endsIn')}</span>
                <span aria-hidden="true">••••</span>
                {key.last_four}
              </code>
            </Cell>
            <Cell data-label={t('userSettings.keys.created')}>
              <Moment text={key.inserted_at} />
            </Cell>
            <Cell data-label={t('userSettings.keys.lastUsed')}>
              {key.last_used_at ? <Moment text={key.last_used_at} /> : t('userSettings.keys.never')}
            </Cell>
            <Cell data-label={t('userSettings.keys.expires')}>
              {key.expires_at ? <Expiry text={key.expires_at} /> : t('userSettings.keys.expires.never')}
            </Cell>
            <Cell className={styles.action}>
              <Button
                variant="danger"
                size="small"
                onPress={() => onRevoke(key)}
                aria-label={t('userSettings.keys.revokeOf', { name: key.name })}
              >
                {t('userSettings.keys.revoke')}
              </Button>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** An expired key stays in the list, so that users see why a program is refused. */
function Expiry({ text }: { text: string }) {
  return parseServerTime(text) <= new Date() ? t('userSettings.keys.expired') : <Moment text={text} />
}

function Moment({ text }: { text: string }) {
  const moment = parseServerTime(text)
  return (
    <time dateTime={moment.toISOString()} title={formatDateTime(moment)}>
      {formatRelative(moment)}
    </time>
  )
}
