import { readFileSync, writeFileSync } from 'node:fs'
import { openApi } from '@postil/contract/openapi'
import { allRoutes } from '@postil/contract/routes'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../config'
import { mountedRoutes } from '../features'
import { VERSION } from '../wire/python-client'
import { configurationReference } from './configuration-reference'

/** `npm run docs` writes the generated reference before it is compared. */
const isWriting = process.env.WRITE_DOCS === '1'
const target = (name: string) => new URL(`../../../../docs/reference/${name}`, import.meta.url)
const reference = (name: string) => readFileSync(target(name), 'utf8')

interface Operation {
  operationId: string
  parameters: { name: string; in: string }[]
}

describe('the contract', () => {
  it('is served whole: every route has a handler and no handler stands outside the contract', () => {
    const key = (route: { method: string; path: string }) => `${route.method} ${route.path}`
    expect(mountedRoutes.map(({ route }) => key(route)).sort()).toEqual(Object.values(allRoutes).map(key).sort())
  })

  it('is documented: docs/reference/openapi.json is what the server generates (npm run docs)', () => {
    const document = openApi(mountedRoutes, VERSION)
    if (isWriting) writeFileSync(target('openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
    expect(JSON.parse(reference('openapi.json'))).toEqual(JSON.parse(JSON.stringify(document)))
  })

  it('has a parameter for each part of a path that varies', () => {
    const { paths } = openApi(mountedRoutes, VERSION) as { paths: Record<string, Record<string, Operation>> }
    for (const [path, operations] of Object.entries(paths))
      for (const { operationId, parameters } of Object.values(operations)) {
        const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
        expect(named.sort(), operationId).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort())
      }
  })

  it('every setting is documented: docs/reference/configuration.md is what the settings say (npm run docs)', () => {
    if (isWriting) writeFileSync(target('configuration.md'), configurationReference(SETTINGS))
    expect(reference('configuration.md')).toBe(configurationReference(SETTINGS))
  })
})
