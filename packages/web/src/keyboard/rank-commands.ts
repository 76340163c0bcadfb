import type { Command } from './commands.ts'

/**
 * The commands a query may mean, best first: words that begin with it, then words that contain it, then its letters in
 * order. An empty query keeps all, in their order; those that can run come before those that cannot.
 */
export function rankCommands(commands: readonly Command[], query: string): Command[] {
  const wanted = query.trim().toLowerCase()
  return commands
    .filter((command) => command.isBound && !command.isHidden)
    .map((command, order) => ({ command, order, rank: rank(command.label.toLowerCase(), wanted) }))
    .filter((entry) => entry.rank !== undefined)
    .sort(
      (a, b) =>
        Number(b.command.isEnabled) - Number(a.command.isEnabled) || (a.rank ?? 0) - (b.rank ?? 0) || a.order - b.order,
    )
    .map((entry) => entry.command)
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
