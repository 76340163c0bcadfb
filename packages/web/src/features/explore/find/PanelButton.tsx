import type { LucideIcon } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { BarButton } from '../../../find/BarButton.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import styles from './find.module.css'

interface PanelButtonProps {
  name: string
  /** How many of its conditions are active. */
  count: number
  icon?: LucideIcon
  disabledReason?: string | undefined
  /** px */
  width: number
  children: (close: () => void) => ReactNode
}

/** A `BarButton` that opens a lazily loaded panel. */
export function PanelButton({ width, children, disabledReason, ...button }: PanelButtonProps) {
  const blocked = disabledReason === undefined ? {} : { disabledReason }
  return (
    <Popover
      label={button.name}
      width={width}
      trigger={<BarButton {...button} {...blocked} hasPanel className={styles.group} />}
    >
      {(close) => <Suspense fallback={<Skeleton height={160} />}>{children(close)}</Suspense>}
    </Popover>
  )
}
