import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ensureChromium } from './ensure-chromium.mjs'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postil-chromium-'))
  for (const name of ['chrome-headless-shell', 'google-chrome']) {
    writeFileSync(join(folder, name), '#!/bin/sh\n')
    chmodSync(join(folder, name), 0o755)
  }
  vi.stubEnv('PATH', folder)
  vi.stubEnv('CHROME_PATH', '')
  vi.stubEnv('CI', '')
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

describe('ensureChromium', () => {
  it('takes one without windows for journeys, and never for anything else', async () => {
    expect(await ensureChromium({ prefersShell: true })).toMatchObject({
      path: expect.stringMatching(/-headless-shell$/),
    })
    expect(await ensureChromium()).toMatchObject({ path: expect.not.stringMatching(/-headless-shell$/) })
  })

  it('takes the one of CHROME_PATH, whatever else there is', async () => {
    vi.stubEnv('CHROME_PATH', join(folder, 'google-chrome'))
    expect(await ensureChromium({ prefersShell: true })).toEqual({ path: join(folder, 'google-chrome') })
    vi.stubEnv('CHROME_PATH', join(folder, 'none'))
    expect(await ensureChromium()).toHaveProperty('missing')
  })
})
