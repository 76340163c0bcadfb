import { DEFAULT_SORT } from '@postil/domain/task-editing/query'
import { useState } from 'react'
import { SortKeys } from '../../../find/sort/SortKeys.tsx'
import { t } from '../../../i18n/areas/explore.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { isDefaultSort } from '../state/explore-url.ts'
import { DraftForm } from './DraftForm.tsx'
import type { SortButtonProps } from './SortButton.tsx'
import { SORT_KEYS_MAX, sortKeys } from './sort-keys.ts'

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
