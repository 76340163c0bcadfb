import { type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as PressButton } from 'react-aria-components'
import { t } from '../../i18n/index.ts'
import { useMedia } from '../browser/media.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { Icon } from '../display/Icon.tsx'
import styles from './Sidebar.module.css'

/** Spec section 2. */
const RAIL_PX = 70
const OPEN_PX = 350
const WIDE_ABOVE_PX = 1100
const PHONE_BELOW_PX = 700

/** One button of the rail: it opens its panel, or runs an action if it has none. */
interface SidebarItem {
  id: string
  label: string
  icon: LucideIcon
  panel?: ReactNode
  onPress?: () => void
  /** For a button without panel: it is the current view. */
  isActive?: boolean
}

interface SidebarProps {
  items: readonly SidebarItem[]
  openId: string | undefined
  onOpenChange: (id: string | undefined) => void
}

/** The rail on the right, 70 px; with an open panel 350 px on screens wider than 1100, else the panel overlays. Horizontal on a phone. */
export function Sidebar({ items, openId, onOpenChange }: SidebarProps) {
  const isWide = useMedia(`(min-width: ${WIDE_ABOVE_PX + 0.02}px)`)
  const isPhone = useMedia(`(max-width: ${PHONE_BELOW_PX}px)`)
  const open = items.find((item) => item.id === openId && item.panel)
  return (
    <aside
      className={styles.sidebar}
      style={{ width: isPhone ? undefined : open && isWide ? OPEN_PX : RAIL_PX }}
      data-over={(open && !isWide && !isPhone) || undefined}
      data-lying={isPhone || undefined}
      aria-label={t('app.panel')}
    >
      {open && (
        <section
          className={styles.panel}
          style={{ width: isPhone ? undefined : OPEN_PX - RAIL_PX }}
          aria-label={open.label}
        >
          <header className={styles.head}>
            <h2 className={styles.title}>{open.label}</h2>
            <IconButton icon={X} label={t('ui.close')} size="small" onPress={() => onOpenChange(undefined)} />
          </header>
          {open.panel}
        </section>
      )}
      <div className={styles.rail}>
        {items.map((item) => (
          <PressButton
            key={item.id}
            className={styles.item}
            onPress={() => (item.panel ? onOpenChange(item.id === openId ? undefined : item.id) : item.onPress?.())}
            render={(dom) => (
              <button {...dom} aria-pressed={item.panel ? item.id === open?.id : item.isActive} title={item.label} />
            )}
          >
            <Icon icon={item.icon} size={20} />
            <span className={styles.caption}>{item.label}</span>
          </PressButton>
        ))}
      </div>
    </aside>
  )
}
