import { readFileSync } from 'node:fs'
import { openApi } from '@postil/contract/openapi'
import { allRoutes } from '@postil/contract/routes'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../config'
import { mountedRoutes } from '../features'
import { VERSION } from '../version'
import { configurationReference } from './configuration-reference'

const reference = (name: string) => readFileSync(new URL(`../../../../docs/reference/${name}`, import.meta.url), 'utf8')

describe('the contract', () => {
  it('is served whole: every route has a handler and no handler stands outside the contract', () => {
    const key = (route: { method: string; path: string }) => `${route.method} ${route.path}`
    expect(mountedRoutes.map(({ route }) => key(route)).sort()).toEqual(Object.values(allRoutes).map(key).sort())
  })

  it('is documented: docs/reference/openapi.json is what the server generates (npm run docs)', () => {
    expect(JSON.parse(reference('openapi.json'))).toEqual(JSON.parse(JSON.stringify(openApi(mountedRoutes, VERSION))))
  })

  it('every setting is documented: docs/reference/configuration.md is what the settings say (npm run docs)', () => {
    expect(reference('configuration.md')).toBe(configurationReference(SETTINGS))
  })
})
