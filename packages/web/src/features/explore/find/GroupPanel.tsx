import { normaliseFilter, type RecordFilter } from '@postil/domain/task-editing/query'
import { useState } from 'react'
import type { TaskPlace } from '../../../api/classic/task-records.ts'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { DraftForm } from './DraftForm.tsx'
import { EntryEditor } from './EntryEditor.tsx'
import { countGroup, countInForce, type FilterGroup } from './filter-groups.ts'
import styles from './find.module.css'

interface GroupProps {
  group: FilterGroup
  filter: RecordFilter
  place: TaskPlace
  onChange: (filter: RecordFilter) => void
}

/** The popover of a filter group. Changes take effect on Apply. */
export function GroupPanel({ group, filter, place, onChange, close }: GroupProps & { close: () => void }) {
  const [draft, setDraft] = useState(filter)
  const apply = (next: RecordFilter) => {
    onChange(normaliseFilter(next))
    close()
  }
  const inForce = countGroup(group, filter)
  if (group.entries.length === 0) return <p className="note">{t('explore.filter.none')}</p>
  return (
    <DraftForm
      onApply={() => apply(draft)}
      onCancel={close}
      reset={
        inForce > 1 && (
          <Button variant="quiet" size="medium" onPress={() => apply(group.entries.reduce(cleared, filter))}>
            {t('explore.filter.clear')}
          </Button>
        )
      }
    >
      <div className={styles.entries}>
        <GroupEntries {...{ group, place }} filter={draft} isFirstOpen onChange={setDraft} />
      </div>
    </DraftForm>
  )
}

/** The filter entries of a group. */
export function GroupEntries({
  group,
  filter,
  place,
  isFirstOpen,
  onChange,
}: GroupProps & {
  /** Open the first entry even if it has no active filter. */
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

function cleared(filter: RecordFilter, entry: FilterGroup['entries'][number]): RecordFilter {
  return entry.kind === 'range' ? entry.write(filter, undefined) : entry.write(filter, [])
}
