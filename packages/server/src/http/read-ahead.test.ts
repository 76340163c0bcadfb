import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testServer } from '../testing/test-server'
import { RESOLVERS } from './access'

afterEach(() => vi.restoreAllMocks())

describe('reading a resource ahead', () => {
  it('does not ask the store for a stranger', async () => {
    const { anonymous, as } = await testServer('sqlite')
    const reads = vi.spyOn(RESOLVERS, 'dataset')
    const path = `/api/v1/datasets/${randomUUID()}`
    expect((await anonymous.get(path)).status).toBe(401)
    expect(reads).not.toHaveBeenCalled()
    expect((await as('owner').get(path)).status).toBe(404)
    expect(reads).toHaveBeenCalledTimes(1)
  })
})
