import { type ReactNode, useState } from 'react'
import { classNames } from '../browser/class-names.ts'
import { useMedia } from '../browser/media.ts'
import { readItem, writeItem } from '../browser/stored.ts'
import styles from './layouts.module.css'
import { Resizer } from './Resizer.tsx'

interface OneColumnProps {
  children: ReactNode
  /** Maximum width of the column in px. */
  width?: number
}

/** Under the header: one column that scrolls with the page. */
export function OneColumn({ children, width = 1240 }: OneColumnProps) {
  return (
    <div className={styles.column} style={{ maxWidth: width }}>
      {children}
    </div>
  )
}

interface TopBarProps {
  topBar: ReactNode
}

/** Under the header: a bar that stays, and one column below it. */
export function TopBarOneColumn({ topBar, children, width }: TopBarProps & OneColumnProps) {
  return (
    <>
      <div className={classNames(styles.topBar, styles.stickyBar)}>{topBar}</div>
      <OneColumn width={width}>{children}</OneColumn>
    </>
  )
}

interface TwoColumnsProps extends TopBarProps {
  left: ReactNode
  /** The right column; null gives the whole width to the left one. */
  right: ReactNode
  /** The rail at the far right, if any: a `Sidebar`. */
  sidebar?: ReactNode
  /** Local-storage key under which the user's split is remembered. */
  storageKey: string
  /** The left column's share of the width, 0–1. */
  defaultShare?: number
  /** One centred column instead: the left part stays on top, the right part scrolls below it. */
  isOneColumn?: boolean
}

/** Below this width in px columns stack and the page scrolls as a whole. */
const STACK_BELOW_PX = 992

/** Below the header: a bar, two columns that scroll separately with a draggable divider, and a rail. */
export function TopBarTwoColumns(props: TwoColumnsProps) {
  const { topBar, left, right, sidebar, storageKey, defaultShare = 0.6, isOneColumn = false } = props
  const [share, setShare] = useState(() => readShare(storageKey, defaultShare))
  const isNarrow = useMedia(`(max-width: ${STACK_BELOW_PX - 0.02}px)`)
  const isSplit = right !== null
  const isStacked = isNarrow || (isOneColumn && isSplit)
  const handleChange = (next: number) => {
    setShare(next)
    writeItem(storageKey, next === defaultShare ? undefined : next.toFixed(4))
  }
  return (
    <div className={styles.panes} data-panes>
      <div className={styles.topBar}>{topBar}</div>
      <div className={styles.below}>
        {/* Another arrangement gets new elements, so that no transition is seen. */}
        <div className={styles.two} data-one-column={(!isNarrow && isStacked) || undefined}>
          <div
            key={`left ${isOneColumn}`}
            className={styles.pane}
            style={isStacked ? undefined : { flexBasis: `${(isSplit ? share : 1) * 100}%` }}
          >
            {left}
          </div>
          {isSplit && !isStacked && <Resizer share={share} defaultShare={defaultShare} onChange={handleChange} />}
          {isSplit && (
            <div key={`right ${isOneColumn}`} className={classNames(styles.pane, styles.rest)}>
              {right}
            </div>
          )}
        </div>
        {sidebar}
      </div>
    </div>
  )
}

function readShare(key: string, defaultShare: number): number {
  const stored = Number(readItem(key) ?? Number.NaN)
  return stored >= 0.25 && stored <= 0.7 ? stored : defaultShare
}

/** Under the header: a bar, a column that scrolls alone, and a rail with a panel that toggles. */
export function TopBarSidebar({
  topBar,
  children,
  sidebar,
  footer,
}: TopBarProps & { children: ReactNode; sidebar: ReactNode; footer?: ReactNode }) {
  return (
    <div className={styles.panes} data-panes>
      <div className={styles.topBar}>{topBar}</div>
      <div className={styles.below}>
        <div className={styles.pane}>{children}</div>
        {sidebar}
      </div>
      {footer && (
        <div className={styles.footer} data-panes-footer>
          {footer}
        </div>
      )}
    </div>
  )
}

/** Without the header, for pages such as signing in. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return <main className={styles.alone}>{children}</main>
}

/** A header area of its own over a centre area. */
export function GridLayout({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.grid}>
      <div className={styles.gridHeader}>{header}</div>
      <div className={styles.gridCentre}>{children}</div>
    </div>
  )
}
