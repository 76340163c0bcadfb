import { SkipForward } from 'lucide-react'
import { t } from '../../../i18n/areas/bulk.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import '../../feedback/marks/commands.ts'
import type { Bulk } from '../use-bulk.ts'

/** Puts the selected pending records off until the user asks for them again. */
export function SkipRecords({ bulk: { skip, whyNotSkip } }: { bulk: Bulk }) {
  const { keys } = useCommand('annotate.skip', {
    run: () => skip(),
    isEnabled: whyNotSkip === undefined,
    reason: whyNotSkip,
  })
  return (
    <Button
      icon={SkipForward}
      variant="quiet"
      size="small"
      keys={keys}
      disabledReason={whyNotSkip}
      onPress={() => skip()}
    >
      {t('bulk.skip')}
    </Button>
  )
}
