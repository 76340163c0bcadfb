import type { Aggregations } from '@postil/contract/task/search'
import { normaliseFilter, type RecordFilter } from '@postil/domain/task-editing/query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { TaskPlace } from '../../../api/task-records.ts'
import { t } from '../../../i18n/explore.ts'
import { Button } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { EntryEditor } from './EntryEditor.tsx'
import { countInForce, type FilterGroup, filterGroups } from './filter-groups.ts'
import styles from './find.module.css'

interface FilterRowProps {
  place: TaskPlace
  counts: Aggregations | undefined
  filter: RecordFilter
  hasLabels: boolean
  hasRules: boolean
  onChange: (filter: RecordFilter) => void
}

/** The groups of filters, each a button with the number of its conditions. */
export function FilterRow({ counts, filter, hasLabels, hasRules, place, onChange }: FilterRowProps) {
  return filterGroups(counts, filter, { hasLabels, hasRules }).map((group) => (
    <GroupButton key={group.id} {...{ group, filter, place, onChange }} />
  ))
}

interface GroupProps {
  group: FilterGroup
  filter: RecordFilter
  place: TaskPlace
  onChange: (filter: RecordFilter) => void
}

function GroupButton({ group, filter, place, onChange }: GroupProps) {
  const name = t(`explore.filter.${group.id}`)
  const count = countGroup(group, filter)
  return (
    <Popover
      label={name}
      width={455}
      trigger={
        <Button
          variant="quiet"
          size="medium"
          aria-label={count > 0 ? t('explore.filter.count', { name, count }) : name}
          className={styles.group}
        >
          <span className={styles.groupWords}>
            {name}
            {count > 0 && <span className={styles.badge}>{count}</span>}
            <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
          </span>
        </Button>
      }
    >
      {(close) => <GroupPanel {...{ group, filter, place, onChange, close }} />}
    </Popover>
  )
}

/** What is behind a group's button: nothing counts before Apply. */
function GroupPanel({ group, filter, place, onChange, close }: GroupProps & { close: () => void }) {
  const [draft, setDraft] = useState(filter)
  const apply = (next: RecordFilter) => {
    onChange(normaliseFilter(next))
    close()
  }
  const inForce = countGroup(group, filter)
  if (group.entries.length === 0) return <p className={styles.none}>{t('explore.filter.none')}</p>
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault()
        apply(draft)
      }}
    >
      <div className={styles.entries}>
        <GroupEntries {...{ group, place }} filter={draft} isFirstOpen onChange={setDraft} />
      </div>
      <div className={styles.actions}>
        {inForce > 1 && (
          <Button variant="quiet" size="medium" onPress={() => apply(group.entries.reduce(cleared, filter))}>
            {t('explore.filter.clear')}
          </Button>
        )}
        <span className={styles.grow} />
        <Button size="medium" onPress={close}>
          {t('explore.filter.cancel')}
        </Button>
        <Button variant="primary" size="medium" type="submit">
          {t('explore.filter.apply')}
        </Button>
      </div>
    </form>
  )
}

/** The things of a group that records can be filtered by. */
export function GroupEntries({
  group,
  filter,
  place,
  isFirstOpen,
  onChange,
}: GroupProps & {
  /** The first is open though nothing of it is in force. */
  isFirstOpen: boolean
}) {
  return group.entries.map((entry, at) => (
    <EntryEditor
      key={entry.id}
      entry={entry}
      filter={filter}
      place={place}
      isOnly={isFirstOpen && group.entries.length === 1}
      isOpenFirst={(isFirstOpen && at === 0) || countInForce(entry, filter) > 0}
      onChange={onChange}
    />
  ))
}

/** How many conditions of a group are in force. */
export function countGroup(group: FilterGroup, filter: RecordFilter): number {
  return group.entries.reduce((sum, entry) => sum + countInForce(entry, filter), 0)
}

function cleared(filter: RecordFilter, entry: FilterGroup['entries'][number]): RecordFilter {
  return entry.kind === 'range' ? entry.write(filter, undefined) : entry.write(filter, [])
}
