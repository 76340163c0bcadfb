import { isWrite } from '@postil/contract/route'
import { describe, expect, it } from 'vitest'
import { mountedRoutes } from '.'
import { placeOf } from './where-handlers-run'

describe('where handlers run on SQLite', () => {
  it('is a thread of long reads for reads only', () => {
    const writes = mountedRoutes.filter(({ route }) => isWrite(route)).map(({ name }) => name)
    expect(writes.filter((name) => placeOf(name) === 'heavyReader')).toEqual([])
  })

  it('is the HTTP thread for a similarity search, which asks another thread', () => {
    const searches = ['searchMyRecords', 'searchRecords']
    const placesOf = (query: object) => searches.map((name) => placeOf(name, { query }))
    expect(placesOf({ vector: { name: 'v', value: [1] } })).toEqual(['httpThread', 'httpThread'])
    expect(placesOf({ text: { q: 'a' }, vector: null })).toEqual(['heavyReader', 'heavyReader'])
  })
})
