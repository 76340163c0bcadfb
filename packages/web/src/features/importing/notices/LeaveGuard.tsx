import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { t } from '../../../i18n/areas/importing.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'

interface LeaveGuardProps {
  /** An import is running that leaving would stop. */
  isWriting: boolean
  /** The target existed before: what was written so far stays. */
  isKept: boolean
}

/** Asks for confirmation before a navigation stops a running import. */
export function LeaveGuard({ isWriting, isKept }: LeaveGuardProps) {
  const blocker = useBlocker(isWriting)
  // The import finished while the dialog was open.
  useEffect(() => {
    if (!isWriting && blocker.state === 'blocked') blocker.proceed()
  }, [isWriting, blocker])
  if (!isWriting || blocker.state !== 'blocked') return null
  return (
    <Dialog
      isOpen
      isAlert
      title={t('import.leave.title')}
      onClose={blocker.reset}
      footer={
        <>
          <Button variant="danger" onPress={blocker.proceed}>
            {t('import.leave.go')}
          </Button>
          <Button variant="primary" autoFocus onPress={blocker.reset}>
            {t('import.leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t(isKept ? 'import.leave.kept' : 'import.leave.gone')}</p>
    </Dialog>
  )
}
