import { ROLES_BY_RIGHTS } from '@postil/domain/permissions'
import type { RefObject } from 'react'
import type { Person } from '../../api/account/people.ts'
import { t } from '../../i18n/areas/team/people.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import type { ChangeState } from '../../ui/browser/use-url-state.ts'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { FilterPopover } from '../dataset-list/FilterPopover.tsx'
import { useTyped } from '../dataset-list/use-typed.ts'
import { knownOf, type PeopleState, STATES } from './list-state.ts'
import styles from './PeoplePage.module.css'
import { ROLE_WORDS, STATE_WORDS } from './person.ts'
import { countPeople } from './select-people.ts'
import type { Workspace } from './use-people.ts'

interface PeopleToolsProps {
  people: readonly Person[]
  workspaces: readonly Workspace[]
  state: PeopleState
  onChange: ChangeState<PeopleState>
  searchRef: RefObject<HTMLInputElement | null>
}

const WORDS = new Map(Object.entries({ ...ROLE_WORDS, ...STATE_WORDS }))
const wordsOf = (value: string) => WORDS.get(value) ?? value

/** Above the users: search, and a filter for workspaces, roles, and who can sign in. */
export function PeopleTools({ people, workspaces, state, onChange, searchRef }: PeopleToolsProps) {
  const find = useCommand('people.find')
  const [text, setText] = useTyped(state.q, (q) => onChange(() => ({ q }), { isTyping: true }))
  const names = workspaces.map(({ name }) => name).sort()
  return (
    <div className={styles.filters}>
      <SearchField
        label={t('people.find')}
        placeholder={t('people.find')}
        keys={find.keys[0]}
        value={text}
        onChange={setText}
        className={styles.find}
        ref={searchRef}
      />
      <FilterPopover
        label={t('people.filter.workspace')}
        values={countPeople(people, state, 'workspaces', names)}
        chosen={state.workspaces}
        wordsOf={(name) => name}
        onChange={(next) => onChange((now) => ({ workspaces: next(now.workspaces) }))}
      />
      <FilterPopover
        label={t('people.column.role')}
        values={countPeople(people, state, 'roles', ROLES_BY_RIGHTS)}
        chosen={state.roles}
        wordsOf={wordsOf}
        onChange={(next) => onChange((now) => ({ roles: knownOf(ROLES_BY_RIGHTS, next(now.roles)) }))}
      />
      <FilterPopover
        label={t('people.filter.state')}
        values={countPeople(people, state, 'states', STATES)}
        chosen={state.states}
        wordsOf={wordsOf}
        onChange={(next) => onChange((now) => ({ states: knownOf(STATES, next(now.states)) }))}
      />
    </div>
  )
}
