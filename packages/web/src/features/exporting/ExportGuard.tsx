import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { t } from '../../i18n/areas/exporting.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

/**
 * Mounted while a file is written: asks for confirmation, by the browser before the tab is closed, by a dialog before
 * the page is left.
 */
export function ExportGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      isOpen
      isAlert
      title={t('export.leave.title')}
      onClose={blocker.reset}
      footer={
        <>
          <Button variant="danger" onPress={blocker.proceed}>
            {t('export.leave.go')}
          </Button>
          <Button variant="primary" autoFocus onPress={blocker.reset}>
            {t('export.leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('export.leave.text')}</p>
    </Dialog>
  )
}
