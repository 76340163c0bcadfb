import type { SortItem } from '@postil/contract/task/query'
import type { Aggregations } from '@postil/contract/task/search'
import { DEFAULT_SORT } from '@postil/domain/task-editing/query'
import { useState } from 'react'
import { SortKeys } from '../../../find/sort/SortKeys.tsx'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { isDefaultSort } from '../state/explore-url.ts'
import { DraftForm } from './DraftForm.tsx'
import { SORT_KEYS_MAX, sortKeys } from './sort-keys.ts'

export interface SortButtonProps {
  sort: readonly SortItem[]
  counts: Aggregations | undefined
  hasLabels: boolean
  /** A similarity search is active: records cannot be sorted otherwise. */
  isSimilar: boolean
  onChange: (sort: readonly SortItem[]) => void
}

/** The popover of the sort button. Changes take effect on Apply. */
export function SortPanel({ sort, counts, hasLabels, onChange, close }: SortButtonProps & { close: () => void }) {
  const [draft, setDraft] = useState(sort)
  const apply = (next: SortButtonProps['sort']) => {
    onChange(next.length > 0 ? next : DEFAULT_SORT)
    close()
  }
  return (
    <DraftForm
      title={t('explore.sort.title')}
      onApply={() => apply(draft)}
      onCancel={close}
      reset={
        <Button variant="quiet" size="medium" isDisabled={isDefaultSort(draft)} onPress={() => apply(DEFAULT_SORT)}>
          {t('explore.sort.reset')}
        </Button>
      }
    >
      <SortKeys sort={draft} keys={sortKeys(counts, hasLabels)} max={SORT_KEYS_MAX} onChange={setDraft} />
    </DraftForm>
  )
}
