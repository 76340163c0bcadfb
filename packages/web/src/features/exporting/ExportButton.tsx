import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { type ExportSource, LazyExportDialog } from './LazyExportDialog.tsx'

interface ExportButtonProps {
  /** Undefined until it is loaded: the button is in its place, but disabled. */
  source: ExportSource | undefined
  size?: 'medium'
}

/** The button that opens the export of a dataset. */
export function ExportButton({ source, size }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size={size} icon={Download} isDisabled={!source} onPress={() => setOpen(true)}>
        {t('export.button')}
      </Button>
      {isOpen && source && <LazyExportDialog source={source} onClose={() => setOpen(false)} />}
    </>
  )
}
