import { caller } from './server.mjs'
import { makeText, randomFrom, vocabulary } from './texts.mjs'

// Sends imports from a separate process, so that the benchmark's own work does not distort the measured response times. The parent sends
// the server's URL and what to import; all bodies are created before the first one is sent.

/**
 * @typedef {object} Imports
 * @property {string} url
 * @property {string} path
 * @property {'feedback' | 'classic'} family
 * @property {number} imports number of imports, all sent at once
 * @property {number} records number of records per import
 * @property {number} recordBytes
 */

process.on('message', async (/** @type {Imports} */ { url, path, family, imports, records, recordBytes }) => {
  const text = longText(records * recordBytes)
  const bodies = Array.from({ length: imports }, (_, at) => {
    const pieces = piecesOf(text, at, records, recordBytes)
    return family === 'feedback'
      ? { items: pieces.map((piece) => ({ fields: { text: piece } })) }
      : { records: pieces.map((piece, index) => ({ id: `${at}-${index}`, text: piece })) }
  }).map((body) => JSON.stringify(body))
  const call = caller(url)
  process.send?.('ready')
  await new Promise((resolve) => process.once('message', resolve))
  await Promise.all(bodies.map((body) => call('POST', path, body)))
  process.send?.('done')
  process.disconnect()
})

/** @param {string} text @param {number} at @param {number} records @param {number} length */
function piecesOf(text, at, records, length) {
  return Array.from({ length: records }, (_, index) => {
    const from = (at * 7919 + index * length) % (text.length - length)
    return text.slice(from, from + length)
  })
}

/** @param {number} length */
function longText(length) {
  const random = randomFrom(7)
  const words = vocabulary(20_000)
  let text = ''
  while (text.length < length + 100_000) text += `${makeText(words, random)} `
  return text
}
