import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { t } from '../../i18n/importing.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface LeaveGuardProps {
  /** Something is being written that leaving would stop. */
  isWriting: boolean
  /** What was written so far stays, in a dataset that was there before. */
  isKept: boolean
}

/** Asks before a link leads away from an import that is being written. */
export function LeaveGuard({ isWriting, isKept }: LeaveGuardProps) {
  const blocker = useBlocker(isWriting)
  // It became whole while the question was open.
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
