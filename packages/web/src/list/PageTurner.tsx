import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../i18n/areas/list.ts'
import type { Keys } from '../keyboard/keys.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { type PageAt, pageStep } from './paging.ts'

interface PageTurnerProps {
  label: string
  at: PageAt
  /** Number of records that can be paged to; undefined until counted. */
  total: number | undefined
  size: 'tiny' | 'medium'
  /** Keys that turn the page as well. */
  keys?: { previous: readonly Keys[]; next: readonly Keys[] }
  className?: string | undefined
  isBelow?: boolean
  /** Shown between the two buttons: the current range. */
  children: ReactNode
  /** @param page - position of the first record of the other page, from 1 */
  onTurn: (page: number) => void
}

/** Buttons to the previous and next page, with the current range between them. */
export function PageTurner({ label, at, total, size, keys, className, isBelow, children, onTurn }: PageTurnerProps) {
  const [previous, next] = [pageStep(at, total, -1), pageStep(at, total, 1)]
  return (
    <nav className={className} aria-label={label} data-below={isBelow || undefined}>
      <IconButton
        icon={ChevronLeft}
        label={t('list.previousPage')}
        size={size}
        keys={keys?.previous}
        isDisabled={previous === undefined}
        onPress={() => previous !== undefined && onTurn(previous)}
      />
      {children}
      <IconButton
        icon={ChevronRight}
        label={t('list.nextPage')}
        size={size}
        keys={keys?.next}
        isDisabled={next === undefined}
        onPress={() => next !== undefined && onTurn(next)}
      />
    </nav>
  )
}
