import { LIMITS } from '@postil/contract/limits'

/**
 * The name of a column as a field, question, property or vector: lower-case letters, digits, `-` and `_`, and not in `taken`.
 *
 * @param fallback - used when no valid character of the column's name is left
 */
export function itemNameFor(column: string, taken: ReadonlySet<string>, fallback = 'column'): string {
  const plain = column
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '_')
    .replace(/^[_-]+|_+$/g, '')
    .slice(0, LIMITS.nameLength - 10)
  const name = /[a-z0-9]/.test(plain) ? plain : fallback
  return firstFree(name, taken, '_')
}

/** The title of a column: its name on one line, without invisible characters. */
export function titleFor(column: string): string {
  const title = cleanLine(column).slice(0, LIMITS.titleLength)
  return title === '' ? 'Column' : title
}

/**
 * The name of a dataset made from a file: without folders and extension, only letters, digits, `-`, `_` and spaces, at most 200
 * characters, and not in `taken`.
 */
export function datasetNameFor(fileName: string, taken: ReadonlySet<string> = new Set()): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  const plain = base
    .replace(/(\.(csv|tsv|txt|jsonl?|ndjson|parquet|xlsx|xlsm|conll|gz))+$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-zA-Z0-9_ -]+/g, '-')
    .replace(/^[-_ ]+|[-_ ]+$/g, '')
    .slice(0, LIMITS.nameLength - 10)
    .trim()
  return firstFree(plain === '' ? 'dataset' : plain, taken, ' ')
}

/** A file name for downloads that is valid on every system, without folders. */
export function safeFileName(name: string): string {
  const plain = cleanLine(name)
    .replace(/[/\\:*?"<>|]+/g, '-')
    .replace(/^\.+/, '')
    .slice(0, 120)
    .trim()
  return plain === '' ? 'dataset' : plain
}

/** The name itself, or the name with the first free number appended. */
export function firstFree(name: string, taken: ReadonlySet<string>, separator: string): string {
  if (!taken.has(name)) return name
  for (let count = 2; ; count += 1) {
    const numbered = `${name}${separator}${count}`
    if (!taken.has(numbered)) return numbered
  }
}

function cleanLine(text: string): string {
  // Control characters, including bidirectional ones, which could make one name look like another.
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
