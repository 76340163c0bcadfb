import { readError } from './error-to-notice.ts'

/**
 * Why something failed, for a sentence of the screen's own: what `readError` shows, without its `Error:`. Never a dump
 * of JSON; empty when the session is over, which is reported elsewhere.
 *
 * @param error - anything thrown, or the text of an error that the server kept
 */
export function reasonOf(error: unknown): string {
  return readError(error)
    .notices.map(({ message }) => message.replace(/^(?:Error|Warning): /, ''))
    .join('; ')
}
