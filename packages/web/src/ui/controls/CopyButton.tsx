import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { copyText } from '../browser/copy-text.ts'
import { Button } from './Button.tsx'
import styles from './CopyButton.module.css'
import { IconButton } from './IconButton.tsx'

/** How long the confirmation shows (spec section 9). */
const CONFIRM_MS = 1000

interface CopyButtonProps {
  text: string
  /** Accessible name; says what is copied. */
  label?: string
  /** Text of the button, where copying is the main action; without it only an icon is shown. */
  words?: string
  size?: 'tiny' | 'small'
  className?: string
}

/** A button that copies a text, with a confirmation for one second. */
export function CopyButton({ text, label = t('ui.copy'), words, size = 'tiny', className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const icon = outcome === 'copied' ? Check : outcome === 'failed' ? X : Copy
  const handlePress = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed')
  return (
    <span className={`${styles.copy} ${className ?? ''}`}>
      {words ? (
        <Button icon={icon} size="small" aria-label={label} onPress={handlePress}>
          {words}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} size={size} onPress={handlePress} />
      )}
      <span role="status" className={outcome ? styles.note : undefined}>
        {outcome && t(outcome === 'copied' ? 'ui.copied' : 'ui.copyFailed')}
      </span>
    </span>
  )
}
