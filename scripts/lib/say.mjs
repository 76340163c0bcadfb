/**
 * Print what a command is doing.
 *
 * @param {string} message one line, without a full stop
 */
export function say(message) {
  process.stderr.write(`postil: ${message}\n`)
}

/**
 * Print a warning that stands out from other output.
 *
 * @param {string[]} lines what is missing, and how to fix it
 */
export function warnLoudly(lines) {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '!'.repeat(width + 6)
  const body = lines.map((line) => `!! ${line.padEnd(width)} !!`)
  process.stderr.write(`\n${[edge, ...body, edge].join('\n')}\n\n`)
}

/** An error that the user can act on; printed as a message without a stack. */
export class CommandError extends Error {
  /** @override */
  name = 'CommandError'
}

/**
 * Run the body of a command and turn its outcome into an exit code.
 *
 * @param {() => Promise<number | undefined>} body resolves with the exit code; nothing means 0
 */
export async function command(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
