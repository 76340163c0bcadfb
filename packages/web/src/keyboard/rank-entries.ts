import type { Keys } from './keys.ts'

/** A line of the palette: a command, or a place to go to. */
export interface PaletteEntry {
  id: string
  label: string
  keys?: Keys | undefined
  /** Why it cannot run now; for a place, what distinguishes it from others of the same name. */
  detail?: string | undefined
  /** Shown before anything is typed. */
  isListed: boolean
  isEnabled: boolean
  /** Opens the place; undefined for a command. */
  open?: () => void
}

/**
 * The entries that match a query, best first: prefix of the name, prefix of a word, substring, then its letters in order. An empty query
 * keeps the listed entries in their order; enabled entries come before disabled ones.
 */
export function rankEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const wanted = spaced(query.trim())
  return entries
    .filter(({ isListed, open }) => isListed || (open !== undefined && wanted !== ''))
    .map((entry, order) => ({ entry, order, rank: rank(spaced(entry.label), wanted) }))
    .filter((one) => one.rank !== undefined)
    .sort(
      (a, b) =>
        Number(b.entry.isEnabled) - Number(a.entry.isEnabled) || (a.rank ?? 0) - (b.rank ?? 0) || a.order - b.order,
    )
    .map(({ entry }) => entry)
}

/** Words of a name may be separated by characters other than spaces. */
function spaced(text: string): string {
  return text.toLowerCase().replaceAll(/[_.-]+/g, ' ')
}

function rank(label: string, wanted: string): number | undefined {
  if (wanted === '' || label.startsWith(wanted)) return 0
  if (label.includes(` ${wanted}`)) return 1
  if (label.includes(wanted)) return 2
  return isSubsequence(wanted, label) ? 3 : undefined
}

function isSubsequence(wanted: string, label: string): boolean {
  let from = 0
  for (const char of wanted) {
    const found = label.indexOf(char, from)
    if (found < 0) return false
    from = found + 1
  }
  return true
}
