/**
 * Formats values as Python does, for error messages (feedback-api §10.3), because existing clients display or match them: single-quoted
 * texts, `None`, `True`, `['a', 'b']`, sets as `{5}`, integral floats as `1.0`.
 */

/** A number that is a float in Python: formatted with a decimal point even when integral. */
export class PyFloat {
  constructor(readonly value: number) {}
}

/** Python's `repr()` of a JSON value, a Set, a Map or a `PyFloat`. `undefined` becomes `None`. */
export function pyRepr(value: unknown): string {
  if (value === undefined || value === null) return 'None'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return Number.isInteger(value) ? integerText(value) : pyFloatText(value)
  if (typeof value === 'bigint') return String(value)
  if (value instanceof PyFloat) return pyFloatText(value.value)
  if (Array.isArray(value)) return `[${value.map(pyRepr).join(', ')}]`
  if (value instanceof Set) return value.size === 0 ? 'set()' : `{${[...value].map(pyRepr).join(', ')}}`
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  return `{${entries.map(([key, item]) => `${pyRepr(key)}: ${pyRepr(item)}`).join(', ')}}`
}

/** Python's `str()`: a text unchanged, anything else as in `pyRepr`. */
export function pyStr(value: unknown): string {
  return typeof value === 'string' ? value : pyRepr(value)
}

/** Python's text for the type of a value: `<class 'str'>`. */
export function pyTypeName(value: unknown): string {
  return `<class '${typeWord(value)}'>`
}

/** Python's text of a float, with a decimal point or an exponent. For finite numbers it is valid JSON, too. */
export function pyFloatText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (Object.is(value, -0)) return '-0.0'
  const size = Math.abs(value)
  // Python and JavaScript switch to an exponent at different magnitudes, and Python writes at least two digits of it.
  if (size !== 0 && (size >= 1e16 || size < 1e-4))
    return value.toExponential().replace(/e([-+])(\d)$/, (_, sign: string, digit: string) => `e${sign}0${digit}`)
  const text = String(value)
  return text.includes('.') ? text : `${text}.0`
}

function integerText(value: number): string {
  return Object.is(value, -0) ? '0' : BigInt(value).toString()
}

function typeWord(value: unknown): string {
  if (value === undefined || value === null) return 'NoneType'
  if (typeof value === 'string') return 'str'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  if (typeof value === 'bigint') return 'int'
  if (value instanceof PyFloat) return 'float'
  if (Array.isArray(value)) return 'list'
  return value instanceof Set ? 'set' : 'dict'
}

const SHORT_ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  // The characters that Python considers unprintable: control and format characters, lone surrogates, private and unassigned code points,
  // white space other than the space.
  const escaped = text.replace(/[\\\p{C}\p{Z}]/gu, (char) => {
    if (char === ' ') return char
    const code = char.codePointAt(0) ?? 0
    return SHORT_ESCAPES[char] ?? hexEscape(code)
  })
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote
}

function hexEscape(code: number): string {
  const hex = code.toString(16)
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
