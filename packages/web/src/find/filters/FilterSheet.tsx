import { useState } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { FilterNavigator, type OpenEntry } from './FilterNavigator.tsx'
import type { FilterEditorProps } from './filter-editor.ts'
import { useDraftFilters } from './use-draft-filters.ts'

/** A sheet with all filters, for narrow screens; its button shows how many records match. */
export function FilterSheet({
  menus,
  facets,
  onChange,
  onReset,
  onClose,
  ...applied
}: FilterEditorProps & { onClose: () => void }) {
  const { filters, change, flush } = useDraftFilters(applied.filters, onChange)
  const [open, setOpen] = useState<OpenEntry>()
  const close = () => {
    flush()
    onClose()
  }
  return (
    <Dialog
      title={t('search.filters')}
      isOpen
      onClose={close}
      width={560}
      footer={
        <>
          <Button
            variant="quiet"
            isDisabled={filters.length === 0}
            onPress={() => {
              change([])
              onReset()
            }}
          >
            {t('search.clearFilters')}
          </Button>
          <Button variant="primary" onPress={close}>
            {facets.total === undefined ? t('search.show') : t('search.showRecords', { count: facets.total })}
          </Button>
        </>
      }
    >
      <FilterNavigator menus={menus} open={open} onOpen={setOpen} filters={filters} facets={facets} onChange={change} />
    </Dialog>
  )
}
