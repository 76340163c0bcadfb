import { z } from 'zod'
import { fail, notNull, required } from '../shapes'

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6})\d{0,6})?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i
/** Numbers above this are in milliseconds, others in seconds, as in existing servers. */
const MILLISECONDS_FROM = 2e10

/**
 * A time, normalised to the form in which it is returned: with an offset only if one was given (classic-api §1), and with a fraction of
 * six digits or none.
 */
export function dateTime() {
  return z
    .unknown()
    .transform((input, ctx): string => {
      const value = normalDateTime(input)
      if (value !== undefined) return value
      if (input === undefined) fail(ctx, required)
      else if (input === null) fail(ctx, notNull)
      else fail(ctx, { msg: 'invalid datetime format', type: 'value_error.datetime' })
      return z.NEVER
    })
    .meta({ type: 'string', format: 'date-time' })
}

/** The milliseconds since 1970 of a normalised time, with its microseconds as a fraction; without an offset it is UTC. */
export function millisOf(time: string): number {
  const [, whole = '', micros = '0', zone = 'Z'] = /^([^.+Z]{10}T[\d:]{8})(?:\.(\d{6}))?(.+)?$/.exec(time) ?? []
  return Date.parse(`${whole}${zone}`) + Number(micros) / 1000
}

/** Normalise a time in ISO 8601 or Unix time; undefined for anything else. */
function normalDateTime(input: unknown): string | undefined {
  if (
    typeof input === 'number' ||
    typeof input === 'bigint' ||
    (typeof input === 'string' && /^-?\d+(\.\d+)?$/.test(input))
  )
    return fromUnix(Number(input))
  if (typeof input !== 'string') return undefined
  const parts = ISO.exec(input.trim())
  if (!parts) return undefined
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00', fraction = '', zone = ''] = parts
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // `Date` turns 31 February into a day in March, so only a valid date survives the round trip.
  if (Number.isNaN(moment.getTime()) || moment.getUTCDate() !== Number(day) || Number(year) === 0) return undefined
  const micros = fraction.padEnd(6, '0')
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${/[1-9]/.test(micros) ? `.${micros}` : ''}${offset(zone)}`
}

function fromUnix(value: number): string | undefined {
  const millis = Math.abs(value) > MILLISECONDS_FROM ? value : value * 1000
  const moment = new Date(millis)
  if (Number.isNaN(moment.getTime())) return undefined
  return `${moment
    .toISOString()
    .slice(0, 23)
    .replace(/\.000$/, '')}+00:00`.replace(/(\.\d{3})\+/, '$1000+')
}

function offset(zone: string): string {
  if (zone === '') return ''
  if (/^z$/i.test(zone)) return '+00:00'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}
