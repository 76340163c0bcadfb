import { useQuery } from '@tanstack/react-query'
import { fetchRecentAnswers, type Person } from '../../api/account/people.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { parseServerTime } from '../../api/server-time.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { formatDateTime, formatNumber, formatRelative } from '../../i18n/index.ts'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import { useUser } from '../session/session.ts'
import styles from './PeoplePage.module.css'
import { PersonActions } from './PersonActions.tsx'
import { fullNameOf, ROLE_WORDS } from './person.ts'
import type { Workspace } from './use-people.ts'

/** The users by name, each with a menu of actions. */
export function PeopleTable({ people, workspaces }: { people: readonly Person[]; workspaces: readonly Workspace[] }) {
  // A separate query: the server counts all answers, which takes longer than listing the users.
  const recent = useQuery({ queryKey: queryKeys.recentAnswers(), queryFn: fetchRecentAnswers, meta: SILENT })
  if (people.length === 0) return <p className={styles.none}>{t('people.none')}</p>
  return (
    <Table label={t('people.users')} className={styles.table}>
      <thead>
        <tr>
          <HeaderCell>{t('people.column.name')}</HeaderCell>
          <HeaderCell>{t('people.column.role')}</HeaderCell>
          <HeaderCell>{t('people.column.workspaces')}</HeaderCell>
          <HeaderCell>{t('people.column.seen')}</HeaderCell>
          <HeaderCell align="end">{t('people.column.answers')}</HeaderCell>
          <HeaderCell width="56px">
            <span className="visuallyHidden">{t('people.column.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            workspaces={workspaces}
            answers={recent.data && (recent.data[person.id] ?? 0)}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface PersonRowProps {
  person: Person
  workspaces: readonly Workspace[]
  /** Number of answers submitted in the last seven days; undefined while it loads. */
  answers: number | undefined
}

function PersonRow({ person, workspaces, answers }: PersonRowProps) {
  const user = useUser()
  const { username, role, disabled_at, last_seen_at } = person
  const you = user.id === person.id ? t('people.you') : undefined
  return (
    <Row>
      <Cell>
        <span className={styles.person} data-disabled={disabled_at !== null || undefined}>
          <Avatar username={username} />
          <span className={styles.names}>
            <strong>{fullNameOf(person)}</strong>
            <small>
              {fullNameOf(person) === username ? you : [username, you && `(${you})`].filter(Boolean).join(' ')}
            </small>
          </span>
        </span>
      </Cell>
      <Cell data-label={t('people.column.role')}>{ROLE_WORDS[role]}</Cell>
      <Cell data-label={t('people.column.workspaces')}>
        <span className={styles.chips}>
          {role === 'owner' ? (
            <Chip>{t('people.allWorkspaces')}</Chip>
          ) : (
            person.workspaces.map(({ id, name }) => <Chip key={id}>{name}</Chip>)
          )}
          {role !== 'owner' && person.workspaces.length === 0 && (
            <span className={styles.quiet}>{t('people.noWorkspaces')}</span>
          )}
        </span>
      </Cell>
      <Cell className={styles.seen} data-label={t('people.column.seen')}>
        {disabled_at !== null ? (
          <Chip tone="umber">{t('people.disabled', { when: formatRelative(parseServerTime(disabled_at)) })}</Chip>
        ) : last_seen_at ? (
          <Moment text={last_seen_at} />
        ) : (
          t('people.never')
        )}
      </Cell>
      <Cell isNumber data-label={t('people.column.answers')}>
        {answers === undefined ? '–' : formatNumber(answers)}
      </Cell>
      <Cell className={styles.action}>
        <PersonActions person={person} workspaces={workspaces} />
      </Cell>
    </Row>
  )
}

/** A server time as relative time. */
function Moment({ text }: { text: string }) {
  const moment = parseServerTime(text)
  return (
    <time dateTime={moment.toISOString()} title={formatDateTime(moment)}>
      {formatRelative(moment)}
    </time>
  )
}
