import { describe, expect, it } from 'vitest'
import { addDays, forecast } from './forecast'

/** Monday 2 November 2026 to Friday 13, without the weekend. */
const WORKED = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13']
const days = (...counts: number[]) => counts.map((completed, at) => ({ date: `2026-11-${WORKED[at]}`, completed }))

describe('the forecast of a dataset', () => {
  it('goes on at the average pace of the last ten working days, on weekdays', () => {
    const found = forecast(days(10, 10, 10, 10, 10, 10, 10, 10, 10, 10), { completed: 100, total: 170 }, '2026-11-14')
    // From Saturday the 14th seven working days are needed: Monday the 16th to Tuesday the 24th.
    expect(found).toMatchObject({ perDay: 10, slower: 10, faster: 10, date: '2026-11-24', earliest: '2026-11-24' })
    expect(found?.course.find(({ date }) => date === '2026-11-22')?.expected).toBe(150)
    expect(found?.course[0]).toEqual({ date: '2026-11-14', expected: 100, least: 100, most: 100 })
  })

  it('has a band from the slower to the faster half of the days', () => {
    const found = forecast(days(10, 10, 30, 30), { completed: 80, total: 140 }, '2026-11-06')
    expect(found).toMatchObject({ perDay: 20, slower: 10, faster: 30 })
    expect(found).toMatchObject({ earliest: '2026-11-10', date: '2026-11-11', latest: '2026-11-16' })
  })

  it('counts ten days, and not today, which is not over', () => {
    const old = [{ date: '2026-10-01', completed: 9000 }]
    const today = [{ date: '2026-11-16', completed: 1 }]
    const all = [...today, ...days(5, 5, 5, 5, 5, 5, 5, 5, 5, 5), ...old]
    expect(forecast(all, { completed: 9051, total: 9056 }, '2026-11-16')).toMatchObject({
      perDay: 5,
      date: '2026-11-17',
    })
  })

  it('works on weekends where people have', () => {
    const weekend = [
      { date: '2026-11-13', completed: 5 },
      { date: '2026-11-14', completed: 5 },
      { date: '2026-11-15', completed: 5 },
    ]
    expect(forecast(weekend, { completed: 15, total: 50 }, '2026-11-16')?.date).toBe('2026-11-23')
  })

  it.each([
    ['nothing is left', days(5, 5, 5), 10, 10],
    ['there were fewer than three working days', days(5, 5, 0), 10, 100],
    ['it would take more than ten years', days(1, 1, 1), 3, 1_000_000],
  ])('has no date when %s', (_, counted, completed, total) => {
    expect(forecast(counted, { completed, total }, '2026-11-20')).toBeUndefined()
  })

  it('adds days over the ends of months and years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
})
