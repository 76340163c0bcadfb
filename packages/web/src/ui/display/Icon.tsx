import type { LucideIcon } from 'lucide-react'

interface IconProps {
  icon: LucideIcon
  /** Side in px: 16 beside text, 20 alone in a rail. */
  size?: number
}

/** One icon of the set, with the app's stroke width. Decorative: the control around it has the text. */
export function Icon({ icon: Drawing, size = 16 }: IconProps) {
  return <Drawing size={size} strokeWidth={1.5} absoluteStrokeWidth aria-hidden="true" focusable="false" />
}
