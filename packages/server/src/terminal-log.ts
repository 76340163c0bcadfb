const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' }
const ERROR = 50

/** The destination of log lines when a person reads them at a terminal: formats each as plain text. */
export const terminalLog = {
  write(line: string): void {
    process.stdout.write(`${logLineInWords(line)}\n`)
  },
}

/**
 * Format one log line for a person: time of day, severity, message and details.
 *
 * @param line - a JSON log line; anything else is returned as it is
 */
export function logLineInWords(line: string): string {
  const fields = parse(line)
  if (!fields) return line.trimEnd()
  const { level, time, msg, err, pid, hostname, reqId, ...more } = fields
  const at = new Date(Number(time)).toTimeString().slice(0, 8)
  const gravity = Number(level) === 30 ? '' : `${LEVELS[Number(level)] ?? level}: `
  if (msg === 'request') return clean(`${at}  ${more.method} ${more.path} ${more.status}, ${more.ms} ms`)
  const details = Object.entries(more).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const failure = typeof err === 'object' && err !== null ? (err as { message?: unknown; stack?: unknown }) : undefined
  const stack = failure && Number(level) >= ERROR ? `\n${failure.stack}` : ''
  const reason = failure && !stack ? `: ${failure.message}` : ''
  return clean(`${at}  ${gravity}${msg}${reason}${details.length > 0 ? ` (${details.join(', ')})` : ''}${stack}`)
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Replace control characters: user input must not move the cursor or change colours. */
function clean(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '�')
}
