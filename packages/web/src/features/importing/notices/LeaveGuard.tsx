import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { t } from '../../../i18n/areas/importing.ts'
import { LossDialog } from '../../../ui/overlays/LossDialog.tsx'

/** What leaving would lose: what was decided about a file, or a running import, whose rows written so far are kept or gone. */
type Loss = 'plan' | 'gone' | 'kept'

/** Asks for confirmation before a navigation loses something. */
export function LeaveGuard({ loss }: { loss: Loss | undefined }) {
  const blocker = useBlocker(loss !== undefined)
  // The import finished while the dialog was open.
  useEffect(() => {
    if (loss === undefined && blocker.state === 'blocked') blocker.proceed()
  }, [loss, blocker])
  if (loss === undefined || blocker.state !== 'blocked') return null
  const isPlan = loss === 'plan'
  return (
    <LossDialog
      title={t(isPlan ? 'import.leave.planTitle' : 'import.leave.title')}
      text={t(`import.leave.${loss}`)}
      action={t(isPlan ? 'import.leave.goPlan' : 'import.leave.go')}
      onGo={blocker.proceed}
      onStay={blocker.reset}
    />
  )
}
