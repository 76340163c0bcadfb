import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compressFiles } from './compress-files.mjs'

const long = 'const word = "word"\n'.repeat(200)
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postil-compress-'))
  mkdirSync(join(folder, 'assets'))
  for (const name of ['index.html', 'assets/a.js', 'assets/a.js.map', 'assets/font.woff2'])
    writeFileSync(join(folder, name), long)
  writeFileSync(join(folder, 'tiny.js'), '1')
  await compressFiles(folder)
})

afterAll(() => rmSync(folder, { recursive: true }))

it.each(['index.html', 'assets/a.js'])('puts smaller copies beside %s that say the same', (name) => {
  for (const [ending, unpack] of [['.br', brotliDecompressSync] as const, ['.gz', gunzipSync] as const]) {
    const packed = readFileSync(join(folder, name + ending))
    expect(packed.length).toBeLessThan(long.length / 10)
    expect(unpack(packed).toString()).toBe(long)
  }
})

it.each(['assets/a.js.map', 'assets/font.woff2', 'tiny.js'])('leaves %s alone', (name) => {
  expect([existsSync(join(folder, `${name}.br`)), existsSync(join(folder, `${name}.gz`))]).toEqual([false, false])
})
