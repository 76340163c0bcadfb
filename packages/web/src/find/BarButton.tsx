import { ChevronDown } from 'lucide-react'
import { formatNumber, t } from '../i18n/index.ts'
import { classNames } from '../ui/browser/class-names.ts'
import { Button, type ButtonProps } from '../ui/controls/Button.tsx'
import { Badge } from '../ui/display/Badge.tsx'
import styles from './BarButton.module.css'

const COUNT_PX = 18

interface BarButtonProps extends Omit<ButtonProps, 'children' | 'size' | 'aria-label'> {
  name: string
  /** Number of its active conditions. */
  count: number
  /** A popover opens below it. */
  hasPanel?: boolean
  /** Only screen readers get the name; everyone else sees an icon. */
  isNameHidden?: boolean
}

/** A button of the search toolbar: its name, and how many of its conditions are active. */
export function BarButton({ name, count, hasPanel, isNameHidden, className, ...button }: BarButtonProps) {
  return (
    <Button
      variant="quiet"
      {...button}
      size="medium"
      aria-label={count > 0 ? t('search.inForce', { name, count }) : name}
      className={classNames(styles.button, className)}
    >
      {/* The space separates the name from the count, so that the visible text is found in the accessible name. */}
      {!isNameHidden && `${name} `}
      {count > 0 && <Badge size={COUNT_PX}>{formatNumber(count)}</Badge>}
      {hasPanel && <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />}
    </Button>
  )
}
