import { fullNameOf } from '@postil/domain/people/full-name'
import { isForAllWorkspaces } from '@postil/domain/permissions'
import { useState } from 'react'
import type { Person } from '../../api/account/people.ts'
import { parseServerTime } from '../../api/server-time.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { formatDateTime, formatNumber, formatRelative } from '../../i18n/index.ts'
import { classNames } from '../../ui/browser/class-names.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { PersonAvatar } from '../../ui/display/PersonAvatar.tsx'
import { Cell, HeaderCell, Row, SortableHeaderCell, Table } from '../../ui/display/Table.tsx'
import { MoreRows, STEP } from '../dataset-list/table/MoreRows.tsx'
import { useUser } from '../session/session.ts'
import type { PeopleState, SortKey } from './list-state.ts'
import styles from './PeopleTable.module.css'
import { PersonActions } from './PersonActions.tsx'
import peopleStyles from './people.module.css'
import { ROLE_WORDS } from './person.ts'
import type { Workspace } from './use-people.ts'

interface PeopleTableProps {
  people: readonly Person[]
  workspaces: readonly Workspace[]
  /** Number of answers submitted in the last seven days, by user; undefined while they load. */
  answers: Readonly<Record<string, number>> | undefined
  state: Pick<PeopleState, 'sort' | 'isAscending'>
  onSort: (key: SortKey) => void
  /** Removes the search and the filters, if there are any. */
  onClear: (() => void) | undefined
}

/** The users, each with a menu of actions. */
export function PeopleTable({ people, workspaces, answers, state, onSort, onClear }: PeopleTableProps) {
  const [limit, setLimit] = useState(STEP)
  if (people.length === 0)
    return (
      <EmptyState drawing="search" action={onClear && <Button onPress={onClear}>{t('people.filter.clear')}</Button>}>
        {t('people.none')}
      </EmptyState>
    )
  const sortable = (key: SortKey, words: string, align?: 'end') => (
    <SortableHeaderCell
      direction={state.sort === key ? (state.isAscending ? 'ascending' : 'descending') : undefined}
      onSort={() => onSort(key)}
      align={align}
    >
      {words}
    </SortableHeaderCell>
  )
  return (
    <Table label={t('people.users')} className={classNames(styles.table, styles.sorted)}>
      <thead>
        <tr>
          {sortable('name', t('people.column.name'))}
          {sortable('role', t('people.column.role'))}
          <HeaderCell>{t('people.column.workspaces')}</HeaderCell>
          {sortable('seen', t('people.column.seen'))}
          {sortable('answers', t('people.column.answers'), 'end')}
          <HeaderCell width="56px">
            <span className="visuallyHidden">{t('people.column.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {people.slice(0, limit).map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            workspaces={workspaces}
            answers={answers && (answers[person.id] ?? 0)}
          />
        ))}
        {people.length > limit && <MoreRows key={limit} onSeen={() => setLimit(limit + STEP)} />}
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
          <PersonAvatar name={fullNameOf(person) || username} username={username} />
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
          {isForAllWorkspaces(role) ? (
            <Chip>{t('people.allWorkspaces')}</Chip>
          ) : (
            person.workspaces.map(({ id, name }) => <Chip key={id}>{name}</Chip>)
          )}
          {!isForAllWorkspaces(role) && person.workspaces.length === 0 && (
            <span className={peopleStyles.quiet}>{t('people.noWorkspaces')}</span>
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
