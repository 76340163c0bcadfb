import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LazyExportDialog } from './LazyExportDialog.tsx'

/** The button that opens the export of a dataset. */
export function ExportButton({ datasetId }: { datasetId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="medium" icon={Download} onPress={() => setOpen(true)}>
        {t('export.button')}
      </Button>
      {isOpen && <LazyExportDialog datasetId={datasetId} onClose={() => setOpen(false)} />}
    </>
  )
}
