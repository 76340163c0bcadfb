import { MessageCircleQuestionMark } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Doubt } from '../../../api/feedback/team/doubts.ts'
import { t } from '../../../i18n/areas/marks.ts'
import { useCommand, useCommandRegistry } from '../../../keyboard/use-command.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import './commands.ts'

const DoubtForm = lazy(() => import('./DoubtForm.tsx').then((m) => m.DoubtForm))

interface DoubtMarkProps {
  recordId: string
  /** The user's doubt about the record, if any. */
  doubt: Doubt | undefined
  /** @param doubt - undefined once it is taken back */
  onNote: (recordId: string, doubt: Doubt | undefined) => void
  /** This button also handles the keyboard command. */
  hasCommand: boolean
}

/** Marks a record as doubtful, with a note to the leads. */
export function DoubtMark({ recordId, doubt, onNote, hasCommand }: DoubtMarkProps) {
  // For another record the form is closed.
  const [openFor, setOpenFor] = useState<string>()
  const { label, keys } = useCommandRegistry().get('annotate.doubt')
  return (
    <>
      {hasCommand && <DoubtCommand onRun={() => setOpenFor(recordId)} />}
      <Popover
        label={label}
        placement="bottom end"
        width={360}
        isOpen={openFor === recordId}
        onOpenChange={(isOpen) => setOpenFor(isOpen ? recordId : undefined)}
        trigger={
          <IconButton
            icon={MessageCircleQuestionMark}
            label={doubt ? t('annotate.doubt.marked') : label}
            size="small"
            keys={hasCommand ? keys : []}
            isActive={doubt !== undefined}
          />
        }
      >
        {(close) => (
          <Suspense fallback={<Skeleton height={160} />}>
            <DoubtForm
              recordId={recordId}
              doubt={doubt}
              onSaved={(saved) => {
                onNote(recordId, saved)
                close()
              }}
            />
          </Suspense>
        )}
      </Popover>
    </>
  )
}

// A separate component: on a page with many cards only one of them binds the command.
function DoubtCommand({ onRun }: { onRun: () => void }) {
  useCommand('annotate.doubt', { run: onRun })
  return null
}
