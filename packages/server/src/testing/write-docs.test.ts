import { writeFileSync } from 'node:fs'
import { openApi } from '@postil/contract/openapi'
import { expect, it } from 'vitest'
import { SETTINGS } from '../config'
import { mountedRoutes } from '../features'
import { VERSION } from '../version'
import { configurationReference } from './configuration-reference'

const target = (name: string) => new URL(`../../../../docs/reference/${name}`, import.meta.url)

/** `npm run docs` writes the generated reference; in a test run this does nothing. */
it.runIf(process.env.WRITE_DOCS === '1')('writes the generated reference', () => {
  writeFileSync(target('openapi.json'), `${JSON.stringify(openApi(mountedRoutes, VERSION), null, 2)}\n`)
  writeFileSync(target('configuration.md'), configurationReference(SETTINGS))
  expect(mountedRoutes.length).toBeGreaterThan(0)
})
