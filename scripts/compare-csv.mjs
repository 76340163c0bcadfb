// `node scripts/compare-csv.mjs`: our reader of CSV beside libraries, on 100 MB in pieces of 64 kB. For docs/decisions/0005-dependencies.md.
import './lib/ensure-node.mjs'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Parser } from 'csv-parse'
import { rolldown } from 'rolldown'
import { root } from './lib/root.mjs'

const BYTES = 100e6
const PIECE = 65_536
const RUNS = 3
const PAPAPARSE = 'papaparse@5.7.1'

const folder = mkdtempSync(join(tmpdir(), 'postil-csv-'))
try {
  const text = sampleTable()
  const pieces = Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) =>
    text.slice(at * PIECE, (at + 1) * PIECE),
  )
  const CsvReader = await loadReader()
  const Papa = await loadPapaparse()
  await time('ours', () => readWithOurs(CsvReader, pieces))
  await time(`${PAPAPARSE}, which does not tell an empty text from a missing one`, () =>
    readWithPapaparse(Papa, pieces),
  )
  await time('csv-parse, which does not either without its `cast`', () => readWithCsvParse(pieces, {}))
  // An empty cell without quotes is a missing value.
  const cast = (/** @type {string} */ value, /** @type {{ quoting: boolean }} */ { quoting }) =>
    value === '' && !quoting ? undefined : value
  await time('csv-parse with `cast`', () => readWithCsvParse(pieces, { cast }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Rows of a typical import: ids, texts with quotes and line breaks, empty cells, labels, numbers. */
function sampleTable() {
  const words = 'the card that I ordered two weeks ago has not arrived and nobody answers, "really", the phone'.split(
    ' ',
  )
  let seed = 7
  const random = (/** @type {number} */ below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  const prose = (/** @type {number} */ length) => {
    let made = ''
    while (made.length < length) made += `${words[random(words.length)]} `
    return made.trim()
  }
  const quote = (/** @type {string} */ cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const rows = ['id,text,context,label,score\n']
  for (let bytes = 0; bytes < BYTES; ) {
    const context = random(3) === 0 ? '' : `${prose(100)}\n${prose(50)}`
    const row = `r-${rows.length},${quote(prose(60 + random(400)))},${quote(context)},label,${random(100) / 100}\n`
    rows.push(row)
    bytes += row.length
  }
  return rows.join('')
}

/** @param {string} name @param {() => number | Promise<number>} read gives the number of cells */
async function time(name, read) {
  const seconds = []
  let cells = 0
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now()
    cells = await read()
    seconds.push((performance.now() - started) / 1000)
  }
  seconds.sort((one, other) => one - other)
  console.log(`${name}: ${(seconds[1] ?? 0).toFixed(2)} s, ${cells} cells`)
}

/** @typedef {typeof import('../packages/importing/src/read/csv-reader').CsvReader} Reader */

/** @returns {Promise<Reader>} */
async function loadReader() {
  const file = join(folder, 'csv-reader.mjs')
  const bundle = await rolldown({ input: join(root, 'packages/importing/src/read/csv-reader.ts') })
  await bundle.write({ file, format: 'esm' })
  return (await import(file)).CsvReader
}

/** Papaparse is no dependency: installed for this measurement only. */
async function loadPapaparse() {
  execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, PAPAPARSE])
  return createRequire(join(folder, 'x.js'))('papaparse')
}

/** @param {Reader} CsvReader @param {readonly string[]} pieces */
function readWithOurs(CsvReader, pieces) {
  let cells = 0
  const sink = {
    row: (/** @type {{ cells: readonly unknown[] }} */ row) => {
      cells += row.cells.length
    },
    bad: () => {
      throw new Error('Every row of the sample is valid.')
    },
  }
  const reader = new CsvReader({ delimiter: ',', hasHeader: false }, sink)
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return cells
}

/** @param {any} Papa @param {readonly string[]} pieces @returns {Promise<number>} */
function readWithPapaparse(Papa, pieces) {
  return new Promise((resolve, reject) => {
    let cells = 0
    const stream = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: ',' })
    stream.on('data', (/** @type {unknown[]} */ row) => {
      cells += row.length
    })
    stream.on('end', () => resolve(cells))
    stream.on('error', reject)
    for (const piece of pieces) stream.write(piece)
    stream.end()
  })
}

/** @param {readonly string[]} pieces @param {import('csv-parse').Options} options @returns {Promise<number>} */
function readWithCsvParse(pieces, options) {
  return new Promise((resolve, reject) => {
    let cells = 0
    const parser = new Parser(options)
    parser.on('readable', () => {
      for (let row = parser.read(); row !== null; row = parser.read()) cells += row.length
    })
    parser.on('end', () => resolve(cells))
    parser.on('error', reject)
    for (const piece of pieces) parser.write(piece)
    parser.end()
  })
}
