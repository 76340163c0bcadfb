import { parseServerTime } from '../../api/server-time.ts'
import { formatDateTime, formatRelative } from '../../i18n/index.ts'

/** A server's time, said as how long ago it was. */
export function Moment({ text }: { text: string }) {
  const moment = parseServerTime(text)
  return (
    <time dateTime={moment.toISOString()} title={formatDateTime(moment)}>
      {formatRelative(moment)}
    </time>
  )
}
