import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

const step = pathToFileURL(`${import.meta.dirname}/ensure-node.mjs`).href

/** Import the step in a Node.js process that reports this version. */
function importUnder(version: string) {
  const script = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); await import('${step}')`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
}

describe('ensure-node', () => {
  it.each(['18.20.8', '20.18.3', '20.9.0'])('refuses Node.js %s in one sentence', (version) => {
    const { status, stderr } = importUnder(version)
    expect(status).toBe(1)
    expect(stderr).toBe(`postil: Node.js 20.19 or newer is needed, and this is ${version}.\n`)
  })

  it.each(['20.19.0', '20.20.2', '22.1.0', '26.0.0'])('goes on under Node.js %s', (version) => {
    expect(importUnder(version)).toMatchObject({ status: 0, stderr: '' })
  })
})
