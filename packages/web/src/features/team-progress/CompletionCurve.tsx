import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { addDays, type Forecast } from '@postil/domain/progress/forecast'
import { useContext, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatNumber } from '../../i18n/index.ts'
import styles from './Completion.module.css'
import { formatDay } from './format-day.ts'
import { WordsContext } from './team-words.ts'

/** Height in px until the card is measured. */
const LEAST_HEIGHT = 230
const MARGIN = { top: 26, right: 16, bottom: 26, left: 52 }
/** Approximate width in px of a label below the chart. */
const LABEL_WIDTH = 76

interface CompletionCurveProps {
  progress: TeamProgress
  /** The first day of a week that alone is shown; all days if undefined. */
  since: string | undefined
  ahead: Forecast | undefined
}

/** A line chart of the completed records per day, with a dashed forecast at the present pace. */
export function CompletionCurve({ progress, since, ahead }: CompletionCurveProps) {
  const { records, min_submitted, days, today } = progress
  const words = useContext(WordsContext)
  const frame = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(frame)
  const first = since ?? days[0]?.date ?? today
  const end = since && addDays(since, 6)
  const course = (ahead?.course ?? []).filter(({ date }) => end === undefined || date <= end)
  const last = end ?? course.at(-1)?.date ?? today
  const span = Math.max(end ? 6 : 7, daysBetween(first, last))
  const x = (date: string) => MARGIN.left + (daysBetween(first, date) / span) * (width - MARGIN.left - MARGIN.right)
  const y = (count: number) =>
    height - MARGIN.bottom - (count / Math.max(1, records.total)) * (height - MARGIN.top - MARGIN.bottom)
  const past = pastPoints(days, first, today, records.completed).map(({ date, count }) => [x(date), y(count)] as const)
  const line = (points: readonly (readonly [number, number])[]) =>
    points.map(([left, top], at) => `${at === 0 ? 'M' : 'L'}${left.toFixed(1)} ${top.toFixed(1)}`).join(' ')
  const band = [
    ...course.map(({ date, most }) => [x(date), y(most)] as const),
    ...course.toReversed().map(({ date, least }) => [x(date), y(least)] as const),
  ]
  const [nowX, nowY] = past.at(-1) ?? [x(today), y(0)]
  const isLate = nowX > width * 0.7
  return (
    <div ref={frame} className={styles.curve}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={describe(records, today, ahead)}>
          {gridCounts(records.total).map((count) => (
            <g key={count}>
              <line
                className={styles.gridLine}
                x1={MARGIN.left}
                x2={width - MARGIN.right}
                y1={y(count)}
                y2={y(count)}
              />
              <text x={MARGIN.left - 8} y={y(count) + 4} textAnchor="end">
                {formatNumber(count)}
              </text>
            </g>
          ))}
          {dayLabels(first, span, width).map((date) => (
            // The last day is at the right edge, where a centred label would be cut off.
            <text
              key={date}
              x={x(date)}
              y={height - 6}
              textAnchor={daysBetween(first, date) === span ? 'end' : 'middle'}
            >
              {formatDay(date)}
            </text>
          ))}
          <line
            className={styles.goal}
            x1={MARGIN.left}
            x2={width - MARGIN.right}
            y1={y(records.total)}
            y2={y(records.total)}
          />
          <text className={styles.strong} x={MARGIN.left} y={MARGIN.top - 8}>
            {words.goal({ count: records.total, needed: min_submitted })}
          </text>
          <path className={styles.area} d={`${line([...past, [nowX, y(0)], [past[0]?.[0] ?? nowX, y(0)]])} Z`} />
          {band.length > 0 && <path className={styles.band} d={`${line(band)} Z`} />}
          <path className={styles.line} d={line(past)} />
          <path className={styles.dashed} d={line(course.map(({ date, expected }) => [x(date), y(expected)]))} />
          <circle className={styles.now} cx={nowX} cy={nowY} r={4.5} />
          <text
            className={styles.strong}
            x={isLate ? nowX - 10 : nowX + 10}
            y={Math.min(nowY + 16, height - MARGIN.bottom - 4)}
            textAnchor={isLate ? 'end' : 'start'}
          >
            {t('team.today', { count: records.completed })}
          </text>
          {ahead && ahead.date <= last && (
            <circle className={styles.finish} cx={x(ahead.date)} cy={y(records.total)} r={4.5} />
          )}
        </svg>
      )}
    </div>
  )
}

function describe(records: TeamProgress['records'], today: string, ahead: Forecast | undefined): string {
  const { completed, total } = records
  const soFar = t('team.curve', { completed, total, today: formatDay(today) })
  return ahead ? `${soFar} ${t('team.curve.finish', { date: formatDay(ahead.date) })}` : soFar
}

/** The points of the curve, one at the end of each day. Days without completed records are horizontal. */
function pastPoints(days: TeamProgress['days'], first: string, today: string, completed: number) {
  let count = days.filter(({ date }) => date < first).reduce((sum, { completed: before }) => sum + before, 0)
  // With records completed before, the line begins at the end of the first day, if there is one.
  const points = count > 0 && days.some(({ date }) => date === first) ? [] : [{ date: first, count }]
  for (const day of days.filter(({ date }) => date >= first)) {
    const before = addDays(day.date, -1)
    if (before > (points.at(-1)?.date ?? first)) points.push({ date: before, count })
    count += day.completed
    points.push({ date: day.date, count })
  }
  // Deleted records and discarded answers are missing in the daily counts: end at the server's current count.
  points.push({ date: today, count: completed })
  return points
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
}

/** Three or four round numbers between 0 and the total, for the grid lines. */
function gridCounts(total: number): number[] {
  const rough = total / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)))
  const step = [1, 2, 2.5, 5, 10].map((part) => part * power).find((one) => one >= rough && Number.isInteger(one)) ?? 1
  const counts: number[] = []
  for (let count = 0; count < total - step / 3; count += step) counts.push(count)
  return counts
}

/** The days to label: as many as fit, starting at the first, either every day or every few weeks. */
function dayLabels(first: string, span: number, width: number): string[] {
  const room = Math.max(1, Math.floor((width - MARGIN.left - MARGIN.right) / LABEL_WIDTH))
  const rough = span / room
  const step = rough <= 1 ? 1 : Math.ceil(rough / 7) * 7
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, at) => addDays(first, at * step))
}

/** The size of an element in px, updated when it changes. */
function useSize(element: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: LEAST_HEIGHT })
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight || LEAST_HEIGHT })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
