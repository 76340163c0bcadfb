import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { t } from '../../../i18n/explore.ts'
import { Button } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './find.module.css'

interface BarButtonProps {
  name: string
  /** How many of its conditions are in force. */
  count: number
  icon?: LucideIcon
  disabledReason?: string | undefined
  /** A popover opens below it. */
  hasPanel?: boolean
  onPress?: () => void
}

/** A button of the bar above the records: its name, and how many of its conditions are in force. */
export function BarButton({ name, count, hasPanel = false, ...button }: BarButtonProps) {
  return (
    <Button
      variant="quiet"
      size="medium"
      aria-label={count > 0 ? t('explore.filter.count', { name, count }) : name}
      className={styles.group}
      {...button}
    >
      <span className={styles.groupWords}>
        {name}
        {count > 0 && <span className={styles.badge}>{count}</span>}
        {hasPanel && <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />}
      </span>
    </Button>
  )
}

/** A `BarButton` that opens a panel, whose code may come late. */
export function PanelButton({
  width,
  children,
  ...button
}: BarButtonProps & { /** px */ width: number; children: (close: () => void) => ReactNode }) {
  return (
    <Popover label={button.name} width={width} trigger={<BarButton {...button} hasPanel />}>
      {(close) => <Suspense fallback={<Skeleton height={160} />}>{children(close)}</Suspense>}
    </Popover>
  )
}
